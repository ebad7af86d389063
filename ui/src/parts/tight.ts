/** Strengths such as 4-6-7 and 8-1 are one word: lines do not break within them. */
export function tight(text: string): string {
  return text.replace(/(\d)-(?=\d)/g, "$1\u2011");
}

/** The beginning of words, up to their first colon or semicolon. */
export function brief(text: string): string {
  const end = text.search(/[:;] /);
  return end > 8 ? text.slice(0, end) : text;
}

/** Strengths such as 4-6-7 and 8-1 are one word, in which no line breaks, and halves are written as one sign. */
export function tight(text: string): string {
  return text.replace(/(\d)-(?=\d)/g, "$1\u2011").replace(/(\d) 1\/2(?!\d)/g, "$1½");
}

/** The beginning of words, up to their first colon or semicolon. */
export function brief(text: string): string {
  const end = text.search(/[:;] /);
  return end > 8 ? text.slice(0, end) : text;
}

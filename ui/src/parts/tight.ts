/** Strengths such as 4-6-7 and 8-1 are one word: lines do not break within them. */
export function tight(text: string): string {
  return text.replace(/(\d)-(?=\d)/g, "$1\u2011");
}

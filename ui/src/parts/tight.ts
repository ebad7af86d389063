/** Strengths such as 4-6-7 and 8-1 are one word: lines do not break within them. */
export function tight(text: string): string {
  return text.replace(/(\d)-(?=\d)/g, "$1\u2011");
}

/** How long a button's words may be before what follows their first colon or semicolon is left to the preview. */
const LONG = 72;

/** The words of a button: of long ones the beginning, where that stands by itself. */
export function brief(text: string): string {
  const end = text.length > LONG ? text.search(/[:;] /) : -1;
  return end > 8 ? text.slice(0, end) : text;
}

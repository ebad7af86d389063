/** Widths of texts in the reader's own font, so that tiles squeeze what would not fit. */

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const context = document.createElement("canvas").getContext("2d");
const known = new Map<string, number>();

export function textWidth(text: string, size: number, weight: number): number {
  const key = `${weight} ${size}|${text}`;
  let found = known.get(key);
  if (found === undefined) {
    if (context) context.font = `${weight} ${size}px ${FAMILY}`;
    found = context?.measureText(text).width ?? text.length * size * 0.55;
    known.set(key, found);
  }
  return found;
}

/** SVG attributes that squeeze a text into `room`; none where it fits as it is. */
export function squeeze(text: string, size: number, weight: number, room: number): { textLength?: number; lengthAdjust?: string } {
  return textWidth(text, size, weight) > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
}

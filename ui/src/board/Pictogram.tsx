/** Small figures that tell what kind of unit a tile is. */

import type { UnitDoc } from "../protocol";

function Figure({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <circle cx={0} cy={-5.2} r={2.1} />
      <path d="M-3.2 4.6 v-4.6 a3.2 3.2 0 0 1 6.4 0 v4.6 z" />
      <path d="M-5 -3.2 h10" stroke-width={0} />
    </g>
  );
}

function Star({ x, y, r }: { x: number; y: number; r: number }) {
  const points = Array.from({ length: 10 }, (_, n) => {
    const radius = n % 2 === 0 ? r : r * 0.42;
    const angle = (Math.PI / 5) * n - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return <polygon points={points.join(" ")} />;
}

/** Drawn about the origin, some 28 wide and 14 high. */
export function Pictogram({ kind, color }: { kind: UnitDoc["kind"]; color: string }) {
  return (
    <g fill={color}>
      {kind === "squad" && (
        <>
          <Figure x={-8} y={1} size={0.92} />
          <Figure x={8} y={1} size={0.92} />
          <Figure x={0} y={1.6} size={1.08} />
        </>
      )}
      {kind === "half_squad" && (
        <>
          <Figure x={-4.6} y={1} size={1} />
          <Figure x={4.6} y={1} size={1} />
        </>
      )}
      {kind === "crew" && (
        <>
          <Figure x={-7} y={1.2} size={0.95} />
          <path d="M-3 1.6 h12 v1.7 h-12 z M1 3 l-3 4 h1.6 l2.6 -3.4 l2.6 3.4 h1.6 l-3 -4 z" />
          <rect x={-2} y={-1.2} width={5} height={3.4} rx={0.8} />
        </>
      )}
      {kind === "leader" && (
        <>
          <Figure x={-5} y={1} size={1.08} />
          <Star x={6.5} y={-0.5} r={5} />
        </>
      )}
    </g>
  );
}

import type { Record } from './benches.ts';
import type { Figure } from './measure.ts';

const [width, height] = [640, 320];
const plot = { startX: 64, top: 56, endX: 620, bottom: 260 };

/** Returns the charts of how requests grow, by file name. */
export function charts(records: ReadonlyMap<string, Record>): Map<string, string> {
  const figures = records.get('growth')?.figures ?? [];
  const byChart = Map.groupBy(figures, ({ at }) => at?.chart ?? '');
  return new Map([...byChart].map(([name, some]) => [`growth-${name}.svg`, drawn(some)]));
}

/** Draws a chart with two logarithmic scales, so that linear growth is a straight line. */
function drawn(figures: readonly Figure[]): string {
  const [first] = figures;
  const sizes = figures.map(({ at }) => at?.size ?? 1);
  const names = first?.unit.split(' / ') ?? [];
  const most = Math.max(...figures.flatMap(({ value }) => value), 10);
  const x = (size: number) => between(plot.startX + 20, plot.endX - 20, Math.log10(size / 10) / 3);
  const y = (value: number) =>
    between(plot.bottom, plot.top, Math.log10(Math.max(value, 1)) / Math.ceil(Math.log10(most)));
  const line = (kind: string, values: readonly (number | undefined)[]) => {
    const points = sizes.map((size, index) => `${x(size).toFixed(1)},${y(values[index] ?? 1).toFixed(1)}`);
    return `<polyline class="${kind}" points="${points.join(' ')}"/>`;
  };
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  const parts = [
    ...powers.map(power => `<path class="grid" d="M${plot.startX} ${y(power)}H${plot.endX}"/>`),
    ...powers.map(power => words(plot.startX - 8, y(power) + 4, power.toLocaleString('en'), 'end')),
    ...sizes.map(size => words(x(size), plot.bottom + 20, size.toLocaleString('en'), 'middle')),
    words((plot.startX + plot.endX) / 2, plot.bottom + 44, first?.at?.of ?? '', 'middle'),
    ...names.flatMap((name, index) => [
      line(
        `bound c${index}`,
        figures.map(({ atMost }) => atMost?.[index]),
      ),
      line(
        `c${index}`,
        figures.map(({ value }) => value[index]),
      ),
      `<path class="c${index}" d="M${plot.startX + 180 * index} 28h20"/>`,
      words(plot.startX + 28 + 180 * index, 32, name, 'start'),
    ]),
    `<path class="bound c0" d="M${plot.startX + 360} 28h20"/>`,
    words(plot.startX + 388, 32, 'at most', 'start'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(`${first?.unit ?? ''}, by ${first?.at?.of ?? ''}`)}</title>
<style>${style}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
${parts.join('\n')}
</svg>
`;
}

/** The chart has a background, so that it is readable in any theme. */
const style = `
.page { fill: #ffffff } text { fill: #3b4148; font: 12px system-ui, sans-serif } .grid { stroke: #d8dce1 }
polyline, path { fill: none; stroke-width: 2.5 } .grid { stroke-width: 1 } .bound { stroke-dasharray: 3 5; stroke-width: 1.5 }
.c0 { stroke: #0b62c4 } .c1 { stroke: #b3480b }
@media (prefers-color-scheme: dark) {
  .page { fill: #1b1f24 } text { fill: #d5dae0 } .grid { stroke: #3a4048 } .c0 { stroke: #6cb2ff } .c1 { stroke: #ffa657 }
}`;

function words(x: number, y: number, text: string, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

function between(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

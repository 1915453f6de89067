/**
 * A point in time: a date as the service writes it, milliseconds since 1970, or a Date. Servers may omit or corrupt it.
 */
export type TimeValue = string | number | Date | null | undefined;

/** Returns a date with the time of day, "Nov 12, 2026, 3:20 PM", in the local time zone; undefined for an invalid time. */
export function formatDateTime(
  time: TimeValue,
  locale: string,
  { hasSeconds = false }: { hasSeconds?: boolean } = {},
): string | undefined {
  return format(time, locale, { dateStyle: 'medium', timeStyle: hasSeconds ? 'medium' : 'short' });
}

/** Returns a date, "Nov 12, 2026", in the local time zone; undefined for an invalid time. */
export function formatDate(time: TimeValue, locale: string): string | undefined {
  return format(time, locale, { dateStyle: 'medium' });
}

/** Returns the time of day for today, "3:20 PM", and the date with it for any other day; undefined for an invalid time. */
export function formatTimeOrDateTime(
  time: TimeValue,
  locale: string,
  { hasSeconds = false }: { hasSeconds?: boolean } = {},
): string | undefined {
  const isToday = parse(time)?.toDateString() === new Date(Date.now()).toDateString();
  if (!isToday) return formatDateTime(time, locale, { hasSeconds });
  return format(time, locale, { timeStyle: hasSeconds ? 'medium' : 'short' });
}

const minuteMs = 60_000;

const units = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['week', 7 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/** Returns the time that has passed, "3 days ago" ("3d ago" if `isNarrow`); undefined for an invalid time. */
export function formatAge(time: TimeValue, locale: string, { isNarrow = false } = {}): string | undefined {
  const date = parse(time);
  if (!date) return undefined;
  // Narrow forms of other languages are ambiguous: "hace 2 m" are months in Spanish, "vor 2 m" are minutes in German.
  const style = isNarrow && locale.startsWith('en') ? 'narrow' : 'long';
  const ageMs = Date.now() - date.getTime();
  const [unit, unitMs] = units.find(([, unitMs]) => ageMs >= unitMs) ?? [];
  // The clock of a server may be ahead, so a time in the future counts as now.
  if (!unit) return new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(locale, { style }).format(-Math.floor(ageMs / unitMs), unit);
}

function format(time: TimeValue, locale: string, options: Intl.DateTimeFormatOptions): string | undefined {
  const date = parse(time);
  return date && new Intl.DateTimeFormat(locale, options).format(date);
}

function parse(time: TimeValue): Date | undefined {
  // Without the fallback, null would be read as 1970.
  const date = new Date(time ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

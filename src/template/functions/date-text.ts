/** Dates in UTC as text, by Unicode's date tokens as date-fns reads them, in American English. */

const DAY = 86_400_000;

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** What `P`, `PP`, … and `p`, `pp`, … stand for. */
const LONG_DATES = ["MM/dd/yyyy", "MMM d, y", "MMMM do, y", "EEEE, MMMM do, y"];
const LONG_TIMES = ["h:mm a", "h:mm:ss a", "h:mm:ss a z", "h:mm:ss a zzzz"];

/** One quote, text in quotes (a quote that is never closed holds the rest), or any other character of a line. */
const TEXT = "''|'(?:''|[^'])+(?:'|$)|.";
const LONG = new RegExp(`P+p*|p+|${TEXT}`, "g");
/** An ordinal number, or a run of one letter. */
const TOKEN = new RegExp(`[yYQqMLwIdDecihHKkms]o|([a-zA-Z])\\1*|${TEXT}`, "g");

/**
 * The date as the tokens say. Letters that are text stand between single quotes; line breaks outside of quotes are left
 * out.
 *
 * @throws Error for a letter that is no token
 */
export function dateText(date: Date, tokens: string): string {
  const short = tokens.match(LONG)!.map((piece) => (/^p/i.test(piece) ? longTokens(piece) : piece));
  return short
    .join("")
    .match(TOKEN)!
    .map((token) => {
      if (token === "''") return "'";
      if (token[0] === "'") return token.slice(1).replace(/'$/, "").replaceAll("''", "'");
      return /^[a-z]/i.test(token) ? tokenText(date, token) : token;
    })
    .join("");
}

function longTokens(token: string): string {
  const dates = token.replace(/p+/, "").length;
  const times = token.length - dates;
  const parts = [LONG_DATES[Math.min(dates, 4) - 1], LONG_TIMES[Math.min(times, 4) - 1]];
  return parts.filter((part) => part !== undefined).join(dates > 2 ? " 'at' " : ", ");
}

function tokenText(date: Date, token: string): string {
  const { length } = token;
  const word = WORDS[token[0]!]?.(date, length);
  if (word !== undefined && token[1] !== "o") return word;
  const number = NUMBERS[token[0]!]!(date, length);
  return token[1] === "o" ? ordinal(number) : padded(token === "yy" || token === "YY" ? number % 100 : number, length);
}

type Letters<Value> = Readonly<Record<string, (date: Date, length: number) => Value>>;

const month = (date: Date) => date.getUTCMonth() + 1;
const quarter = (date: Date) => Math.ceil(month(date) / 3);
const hours = (date: Date) => date.getUTCHours();
const weekday = (date: Date) => date.getUTCDay();

const NUMBERS: Letters<number> = {
  y: (date) => sinceEra(date.getUTCFullYear()),
  u: (date) => date.getUTCFullYear(),
  Y: (date) => sinceEra(lastDay(date, 6).getUTCFullYear()),
  w: (date) => week(lastDay(date, 6)),
  R: (date) => lastDay(date, 4).getUTCFullYear(),
  I: (date) => week(lastDay(date, 4)),
  Q: quarter,
  q: quarter,
  M: month,
  L: month,
  d: (date) => date.getUTCDate(),
  D: dayOfYear,
  e: (date) => weekday(date) + 1,
  c: (date) => weekday(date) + 1,
  i: (date) => weekday(date) || 7,
  h: (date) => hours(date) % 12 || 12,
  H: hours,
  K: (date) => hours(date) % 12,
  k: (date) => hours(date) || 24,
  m: (date) => date.getUTCMinutes(),
  s: (date) => date.getUTCSeconds(),
  S: (date, length) => Math.trunc(date.getUTCMilliseconds() * 10 ** (length - 3)),
  t: (date) => Math.trunc(date.getTime() / 1000),
  T: (date) => date.getTime(),
};

const monthName = (date: Date, length: number) => (length < 3 ? undefined : name(MONTHS[month(date) - 1]!, length));
const dayName = (date: Date, length: number) => {
  const full = DAYS[weekday(date)]!;
  return length < 3 ? undefined : length === 6 ? full.slice(0, 2) : name(full, length);
};
const quarterName = (date: Date, length: number) => {
  const number = quarter(date);
  return length < 3 ? undefined : ({ 3: `Q${number}`, 5: `${number}` }[length] ?? `${ordinal(number)} quarter`);
};
const offset = (_date: Date, length: number) => (length < 4 ? "GMT+0" : "GMT+00:00");

const WORDS: Letters<string | undefined> = {
  G: (date, length) => {
    const isOurs = date.getUTCFullYear() > 0;
    if (length < 4) return isOurs ? "AD" : "BC";
    return length === 5 ? (isOurs ? "A" : "B") : isOurs ? "Anno Domini" : "Before Christ";
  },
  Q: quarterName,
  q: quarterName,
  M: monthName,
  L: monthName,
  E: (date, length) => dayName(date, Math.max(length, 3)),
  e: dayName,
  c: dayName,
  i: dayName,
  a: halfDay,
  b: (date, length) => {
    const hour = hours(date);
    if (hour === 12) return length === 5 ? "n" : "noon";
    return hour === 0 ? (length === 5 ? "mi" : "midnight") : halfDay(date, length);
  },
  B: (date) => {
    const hour = hours(date);
    if (hour < 4) return "at night";
    return hour < 12 ? "in the morning" : hour < 17 ? "in the afternoon" : "in the evening";
  },
  X: () => "Z",
  x: (_date, length) => (length === 1 ? "+00" : length === 2 || length === 4 ? "+0000" : "+00:00"),
  O: offset,
  z: offset,
};

/** Years before the year 1 are counted back from it. */
function sinceEra(year: number): number {
  return year > 0 ? year : 1 - year;
}

/** Midnight of a day of the week (0: Sunday) that the date is in; its year is the year that the week counts to. */
function lastDay(date: Date, day: 4 | 6): Date {
  const today = day === 6 ? weekday(date) : weekday(date) || 7;
  return new Date((Math.floor(date.getTime() / DAY) + day - today) * DAY);
}

function week(day: Date): number {
  return Math.ceil(dayOfYear(day) / 7);
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / DAY) + 1;
}

function halfDay(date: Date, length: number): string {
  const letter = hours(date) < 12 ? "a" : "p";
  if (length < 3) return `${letter.toUpperCase()}M`;
  return length === 3 ? `${letter}m` : length === 5 ? letter : `${letter}.m.`;
}

/** A name in three letters, in one, or in full. */
function name(full: string, length: number): string {
  return length === 3 ? full.slice(0, 3) : length === 5 ? full[0]! : full;
}

function padded(number: number, length: number): string {
  return `${number < 0 ? "-" : ""}${`${Math.abs(number)}`.padStart(length, "0")}`;
}

function ordinal(number: number): string {
  const isTeen = number % 100 >= 10 && number % 100 <= 20;
  return number + (isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th"));
}

import { crc32 } from '../layout/checksum'

const NEWLINE = 10
const HEADER = 9 // eight hex digits and a space

/** What is in an append-only log: one JSON value a line, each after the CRC-32 of its text. */
export interface LogContent {
  readonly values: unknown[]
  /** How many of the values stand before the first damaged line. */
  readonly intact: number
  /** Whole lines that do not match their checksum; they were skipped. */
  readonly damaged: number
  /** Bytes up to the end of the last whole line: what follows is a torn write. */
  readonly wholeBytes: number
}

/** One line of a log. */
export function logLine(value: unknown): Buffer {
  const json = Buffer.from(`         ${JSON.stringify(value)}\n`)
  json.write(
    crc32(json, HEADER, json.length - 1)
      .toString(16)
      .padStart(8, '0'),
    0,
    'latin1'
  )
  return json
}

export function logLines(values: readonly unknown[]): Buffer {
  return Buffer.concat(values.map(logLine))
}

export function readLog(bytes: Uint8Array): LogContent {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const values: unknown[] = []
  let damaged = 0
  let intact = 0
  let start = 0
  for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
    const value = valueIn(text, start, end)
    if (value === undefined) damaged++
    else values.push(value)
    if (damaged === 0) intact = values.length
    start = end + 1
  }
  return { values, intact, damaged, wholeBytes: start }
}

/** What a line says, between its first byte and its end; undefined where it does not match its checksum. */
export function valueIn(text: Buffer, start: number, end: number): unknown {
  if (end - start <= HEADER) return undefined
  const expected = Number.parseInt(text.toString('latin1', start, start + 8), 16)
  if (crc32(text, start + HEADER, end) !== expected) return undefined
  try {
    const value: unknown = JSON.parse(text.toString('utf8', start + HEADER, end))
    return value
  } catch {
    return undefined
  }
}

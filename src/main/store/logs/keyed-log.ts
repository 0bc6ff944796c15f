import { dirname } from 'node:path'
import type { DurableFs } from '../disk/durable-fs'
import {
  appendSynced,
  makeFolders,
  replaceDurably,
  truncateDurably,
  writeSynced
} from '../disk/durable-write'
import { logLine, logLines, readLog } from './line-log'
import type { Problems } from '../damaged/problems'
import { readIfPlain } from '../disk/durable-read'
import { joinedWrites } from '../disk/joined-writes'

/** An append-only log in which the last line about a key counts. */
interface KeyedLog<Line, Value> {
  readonly values: ReadonlyMap<string, Value>
  /** Durable when it resolves; after a failure nothing has changed. Lines keep the order of the calls. */
  append(lines: readonly Line[]): Promise<void>
}

/** What a log's lines are. */
interface LineForm<Line, Value> {
  /** Null for what is no line of such a log. */
  readonly parse: (value: unknown) => Line | null
  readonly keyOf: (line: Line) => string
  /** Null: the key is forgotten. */
  readonly valueOf: (line: Line) => Value | null
  readonly lineOf: (key: string, value: Value) => Line
  /** What is said when a line was damaged. */
  readonly damaged: string
  /** What is said when the log could not be written anew without its void lines. */
  readonly untidy: string
}

/** Reads the log; a torn end is cut off, damaged lines are skipped, reported and kept aside (W6). */
export async function openKeyedLog<Line, Value>(
  fs: DurableFs,
  file: string,
  problems: Problems,
  form: LineForm<Line, Value>
): Promise<KeyedLog<Line, Value>> {
  const { values, lines, length } = await load(fs, file, problems, form)
  let bytes = length
  let count = lines

  async function write(lines: readonly Line[]): Promise<void> {
    const data = logLines(lines)
    if (bytes === null) {
      await makeFolders(fs, dirname(file))
      await writeSynced(fs, file, data, 'replace')
      await fs.syncFolder(dirname(file))
      bytes = data.length
    } else {
      try {
        await appendSynced(fs, file, data)
      } catch (error) {
        await truncateDurably(fs, file, bytes).catch(() => undefined)
        throw error
      }
      bytes += data.length
    }
    count += lines.length
    for (const line of lines) take(values, line, form)
    if (count > 2 * values.size + SPARE_LINES) await compact()
  }

  /** Without what later lines made void; a failure here is no failure of what was appended. */
  async function compact(): Promise<void> {
    const data = Buffer.concat([...values].map(([key, value]) => logLine(form.lineOf(key, value))))
    try {
      await replaceDurably(fs, file, data)
      bytes = data.length
      count = values.size
    } catch (error) {
      problems.report(file, form.untidy, error)
      count = 0
    }
  }

  return {
    values,
    append: joinedWrites(write)
  }
}

const SPARE_LINES = 2_000

interface Loaded<Value> {
  readonly values: Map<string, Value>
  readonly lines: number
  /** Null: there is no log yet. */
  readonly length: number | null
}

async function load<Line, Value>(
  fs: DurableFs,
  file: string,
  problems: Problems,
  form: LineForm<Line, Value>
): Promise<Loaded<Value>> {
  const values = new Map<string, Value>()
  if (!(await fs.lstat(file))) return { values, lines: 0, length: null }
  const bytes = await readIfPlain(fs, file)
  if (!bytes) {
    await problems.setAside(file, form.damaged)
    return { values, lines: 0, length: null }
  }
  const log = readLog(bytes)
  const lines = log.values.flatMap((value) => form.parse(value) ?? [])
  for (const line of lines) take(values, line, form)
  if (log.damaged > 0 || lines.length < log.values.length) {
    await problems.setAsideCopy(file, form.damaged)
    const whole = logLines(lines)
    await replaceDurably(fs, file, whole)
    return { values, lines: lines.length, length: whole.length }
  }
  if (log.wholeBytes < bytes.length) await truncateDurably(fs, file, log.wholeBytes)
  return { values, lines: lines.length, length: log.wholeBytes }
}

function take<Line, Value>(values: Map<string, Value>, line: Line, form: LineForm<Line, Value>): void {
  const value = form.valueOf(line)
  if (value === null) values.delete(form.keyOf(line))
  else values.set(form.keyOf(line), value)
}

import { GalleyError, sentence } from '../../../common/errors'
import { seal } from '../disk/sealed-json'
import type { Layout } from '../layout/layout'
import { isRecordName, type RecordName } from '../layout/names'
import { logLine } from '../logs/line-log'
import { stateKey } from '../published/published-log'
import type { ArchiveRecord } from '../seam/archive'
import type { Writing } from './writing'

type Small = Exclude<ArchiveRecord, { readonly kind: 'file' | 'folder' | 'trash' }>

/** What a folder knows besides its files. Those of one log have to come together or be finished at the end. */
export function createRecordWriter(layout: Layout, writing: Writing) {
  /** The lines of each log, until all of it is known. */
  const logs = new Map<string, Buffer[]>()
  const addLine = (log: string, line: unknown) => {
    const lines = logs.get(log)
    if (lines) lines.push(logLine(line))
    else logs.set(log, [logLine(line)])
  }

  return {
    async put(record: Small): Promise<void> {
      switch (record.kind) {
        case 'published': {
          const { state } = record
          const log = layout.publishedLog(state.path)
          if (log === null) throw noName(state.path)
          for (const file of [log, layout.publishedCopy(log)]) addLine(file, { key: stateKey(state), state })
          return
        }
        case 'document': {
          const name = named(record.name)
          for (const file of [layout.documentCopy(name), layout.documentFile(name)])
            await writing.add(file, seal(record.value))
          return
        }
        case 'record':
          return writing.add(layout.record(named(record.of), named(record.key)), seal(record.value))
        case 'sync': {
          const { key, value, needs } = record
          addLine(layout.syncLog(named(record.pair)), { key, value, ...(needs.length > 0 && { needs }) })
          return
        }
        case 'room':
          return writing.add(layout.roomLog(record.file), Buffer.from(record.lines.join('')))
      }
    },
    async finish(): Promise<void> {
      for (const [log, lines] of logs) await writing.add(log, Buffer.concat(lines))
    }
  }
}

function named(name: string): RecordName {
  if (isRecordName(name)) return name
  throw noName(name)
}

const noName = (name: string) =>
  new GalleyError('damaged', sentence`“${{ name }}” is no name that a folder can have for a record.`)

import { stateKey } from '../published/published-log'
import type { ArchiveRecord } from '../seam/archive'
import type { PublishedState } from '../seam/published'

/** The contents that a record names, with their bytes where it tells them. */
export function contentsIn(record: ArchiveRecord): { readonly hash: string; readonly size?: number }[] {
  switch (record.kind) {
    case 'trash':
      return record.replaced ? [record.replaced] : []
    case 'file':
      return [record, ...record.versions]
    case 'published': {
      const { state } = record
      return [state, ...(state.companion === undefined ? [] : [{ hash: state.companion }])]
    }
    case 'sync':
      return record.needs.map((hash) => ({ hash }))
    default:
      return []
  }
}

/** What a record is about, for people. */
export function nameOfRecord(record: ArchiveRecord): string {
  switch (record.kind) {
    case 'trash':
    case 'folder':
    case 'file':
      return record.path
    case 'published':
      return `${record.state.path} (${record.state.environment})`
    case 'document':
      return `the settings “${record.name}”`
    case 'record':
      return `${record.of}/${record.key}`
    case 'sync':
      return `the sync ${record.pair}`
    case 'room':
      return `what is written together in ${record.file}`
  }
}

/** What is published, in the order of an archive. */
export const inKeyOrder = (states: readonly PublishedState[]): PublishedState[] =>
  states
    .map((state) => ({ key: stateKey(state), state }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ state }) => state)

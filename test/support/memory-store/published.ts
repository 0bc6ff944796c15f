import {
  clashKey,
  isInClientTrash,
  isWithin,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import type { PublishedState, PublishedStates } from '../../../src/main/store/types'
import { fileAt } from './files'
import { entryOf, movedPath, streamOf, type State } from './state'

type Key = Pick<PublishedState, 'environment' | 'path'>
const keyOf = ({ environment, path }: Key) => `${environment}:${path}`
const damaged = (where: string) => new GalleyError('damaged', 'The published copy is damaged.', { where })

export function publishedIn(state: State): PublishedStates {
  const { published } = state
  const needSite = (path: ContentPath) => {
    if (segmentsOf(path).length < 2)
      throw new GalleyError('bad-path', 'What is published lies in a site.', { where: path })
  }
  const ofSite = (folder: ContentPath) => {
    needSite(folder)
    return [...published.values()].filter(({ path }) => clashKey(siteOf(path)) === clashKey(siteOf(folder)))
  }
  return {
    async get(environment, path) {
      needSite(path)
      const found = published.get(keyOf({ environment, path }))
      return found && found.movedTo === undefined ? found : null
    },
    async list(environment, folder) {
      return ofSite(folder)
        .filter(
          (one) => one.environment === environment && one.movedTo === undefined && isWithin(one.path, folder)
        )
        .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    },
    async any(environment, folder) {
      return ofSite(folder).some(
        (one) => one.environment === environment && one.movedTo === undefined && isWithin(one.path, folder)
      )
    },
    async keep(path) {
      const file = fileAt(state, path)
      if (file) state.blobs.set(file.hash, file.bytes)
      return file && entryOf(file)
    },
    async put(states) {
      const [first] = states
      if (first && states.some(({ path }) => siteOf(path) !== siteOf(first.path)))
        throw new GalleyError('internal', 'States of several sites cannot be put at once.')
      if (first) needSite(first.path)
      for (const one of states) published.set(keyOf(one), one)
    },
    async remove(environment, path) {
      needSite(path)
      const key = keyOf({ environment, path })
      const found = published.get(key)
      return found !== undefined && found.movedTo === undefined && published.delete(key)
    },
    async movedTo(environment, path) {
      needSite(path)
      const seen = new Set<ContentPath>()
      for (let at = path; ;) {
        const found = published.get(keyOf({ environment, path: at }))
        if (found?.movedTo === undefined) return found && at !== path ? at : null
        if (seen.has(at)) return null
        seen.add(at)
        at = found.movedTo
      }
    },
    async leftFor(environment, from, to) {
      return ofSite(from).filter(
        (one) =>
          one.environment === environment &&
          one.movedTo !== undefined &&
          isWithin(one.path, from) &&
          isWithin(one.movedTo, to)
      )
    },
    async read(hash, where) {
      const bytes = state.blobs.get(hash)
      if (!bytes) throw damaged(where)
      return bytes
    },
    async openRead({ hash, size, path }, range) {
      const bytes = state.blobs.get(hash)
      if (bytes?.length !== size) throw damaged(path)
      return streamOf(bytes, range)
    }
  }
}

/** U1: what is published goes along, and leaves a trace. */
export function movePublished({ published }: State, from: ContentPath, to: ContentPath): void {
  if (segmentsOf(from).length < 2 || segmentsOf(to).length < 2) return
  const there = [...published.values()].filter((one) => one.movedTo === undefined && isWithin(one.path, from))
  const traces = there.map((one) => ({ ...one, movedTo: movedPath(one.path, from, to) }))
  const arrived = isInClientTrash(to)
    ? []
    : there.map((one) => ({ ...one, path: movedPath(one.path, from, to) }))
  for (const one of traces) published.set(keyOf(one), one)
  for (const one of arrived) published.set(keyOf(one), one)
}

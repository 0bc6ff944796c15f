import type { ContentPath } from '../../common/content/paths'
import { readingConfig, type Config } from '../../common/formats/sheet/config-format'
import { inTurns } from '../../common/steps'
import type { Store } from '../store/types'
import { takingTurns } from '../system/turns'
import { configFile } from './config-file'
import { unlessDeleted } from './deleted-config'
import { MOST_CONFIG_BYTES } from './stored-config'

/** What is made of a config that is there, is broken or too large, or is not there. */
interface ConfigMeaning<Meaning> {
  /** @param turn to be called in long work, so that others have theirs */
  readonly of: (
    config: Config,
    path: ContentPath,
    turn: (isDue?: boolean) => Promise<void>
  ) => Meaning | Promise<Meaning>
  /** Of one that another program broke, or that is larger than 16 MB. */
  readonly broken: (path: ContentPath) => Meaning
  readonly none: Meaning
}

/**
 * What a path's config means, as it is at each question. Only the reading of a text is remembered, by the
 * text's hash, so a change by anybody, in any process, counts from the next question.
 * @returns rejects where the file cannot be read
 */
export function openConfigMeaning<Meaning>(
  store: Store,
  { of, broken, none }: ConfigMeaning<Meaning>
): (path: ContentPath) => Promise<Meaning> {
  const read = new Map<ContentPath, { readonly hash: string; readonly meaning: Promise<Meaning> }>()

  async function meaningOf(text: string, path: ContentPath): Promise<Meaning> {
    try {
      const turn = takingTurns()
      return await of(await inTurns(readingConfig(text), turn), path, turn)
    } catch {
      return broken(path)
    }
  }

  return async (path) => {
    const file = configFile(path)
    const entry = await store.stat(file)
    if (entry?.kind !== 'file' || !unlessDeleted(entry)) {
      read.delete(path)
      return none
    }
    const known = read.get(path)
    if (known?.hash === entry.hash) return known.meaning
    const found = entry.size > MOST_CONFIG_BYTES ? { entry, bytes: null } : await store.read(file)
    if (!found || !unlessDeleted(found.entry)) return none
    // somebody else may have begun to read it meanwhile
    const begun = read.get(path)
    if (begun?.hash === found.entry.hash) return begun.meaning
    const meaning =
      found.bytes === null
        ? Promise.resolve(broken(path))
        : meaningOf(new TextDecoder().decode(found.bytes), path)
    if (read.size >= MOST) read.clear()
    read.set(path, { hash: found.entry.hash, meaning })
    return meaning
  }
}

const MOST = 1000

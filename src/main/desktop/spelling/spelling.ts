import type { Session } from 'electron'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GalleyError } from '../../../common/errors'
import { dictionariesFor, type SpellingState } from '../../../common/spelling'
import { languageOf, readDictionary } from './dictionary-file'
import { lend } from './lend'

/** What of a session checks words. */
type Checker = Pick<
  Session,
  | 'availableSpellCheckerLanguages'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'setSpellCheckerDictionaryDownloadURL'
  | 'addWordToSpellCheckerDictionary'
  | 'removeWordFromSpellCheckerDictionary'
  | 'listWordsInSpellCheckerDictionary'
> & {
  on(event: SpellingEvent, listener: (event: unknown, language: string) => void): unknown
  off(event: SpellingEvent, listener: (event: unknown, language: string) => void): unknown
}
type SpellingEvent = 'spellcheck-dictionary-initialized' | 'spellcheck-dictionary-download-failure'

/** What is remembered of it on this computer. */
export interface SpellingSettings {
  readonly on: boolean
  readonly languages: readonly string[]
  /** Until the app ends: taken out of the dictionary at the next start. */
  readonly ignored: readonly string[]
}

interface SpellingOptions {
  readonly checker: Checker
  /** Of user data: the person's dictionaries lie in `spelling` in it, Chromium's own copies in `Dictionaries`. */
  readonly folder: string
  readonly bySystem: boolean
  readonly stored: () => SpellingSettings
  readonly store: (settings: SpellingSettings) => void
  readonly onChange: (state: SpellingState) => void
  /** A line for people, in the log. */
  readonly notify: (line: string) => void
  /** Milliseconds that the checker has to take a dictionary in. */
  readonly patience?: number
}

/** The checker of spelling (VE21). */
export interface Spelling {
  state(): Promise<SpellingState>
  turn(on: boolean): Promise<SpellingState>
  /** From now on words are checked by the dictionaries of this language; null: by all. */
  writtenIn(language: string | null): Promise<void>
  /** @throws GalleyError when the file is no dictionary, or is not taken; nothing is changed then */
  add(file: string): Promise<SpellingState>
  remove(language: string): Promise<SpellingState>
  /** @param forEver else until the app ends */
  keepWord(word: string, forEver: boolean): Promise<SpellingState>
}

/** Nothing is fetched from there: it is no address of a network. */
const NOWHERE = 'galley://app/no-dictionaries/'

/** To be called before the first window opens: Chromium would fetch dictionaries then. */
export function openSpelling(options: SpellingOptions): Spelling {
  const { checker, bySystem, stored, store } = options
  const own = join(options.folder, 'spelling')
  const fileOf = (language: string) => join(own, `${language}.bdic`)
  /** Of which it was tried in this run to lend it once more. */
  const lentAgain = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  let written: string | null = null

  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  function apply({ on, languages } = stored()): void {
    if (!bySystem) checker.setSpellCheckerLanguages(on ? [...dictionariesFor(written, languages)] : [])
    checker.setSpellCheckerEnabled(on && (bySystem || languages.length > 0))
  }

  async function state(): Promise<SpellingState> {
    const words = await checker.listWordsInSpellCheckerDictionary()
    const { on, languages } = stored()
    return { on, bySystem, languages, words }
  }

  async function change(part: Partial<SpellingSettings>): Promise<SpellingState> {
    store({ ...stored(), ...part })
    apply()
    const next = await state()
    options.onChange(next)
    return next
  }

  /** Lets the checker take the dictionary of a language from here. @returns whether it did */
  async function take(language: string): Promise<boolean> {
    const name = language.toLowerCase()
    const lending = await lend(async (file) =>
      file === `${name}.bdic` || file.startsWith(`${name}-`) ? readFile(fileOf(language)) : null
    )
    const { languages } = stored()
    const over = ended(checker, language, options.patience ?? 20_000)
    checker.setSpellCheckerDictionaryDownloadURL(lending.address)
    // a language that it has already would not be asked for
    const others = languages.filter((one) => one !== language)
    checker.setSpellCheckerLanguages(others)
    checker.setSpellCheckerLanguages([...others, language])
    checker.setSpellCheckerEnabled(true)
    const isTaken = await over
    checker.setSpellCheckerDictionaryDownloadURL(NOWHERE)
    await lending.close()
    return isTaken
  }

  /** Its own copy of a dictionary; Chromium calls it by a language, a country and a version of its own. */
  async function forget(language: string): Promise<void> {
    checker.setSpellCheckerLanguages(stored().languages.filter((one) => one !== language))
    const folder = join(options.folder, 'Dictionaries')
    const copies = (await readdir(folder).catch(() => [])).filter((name) => {
      const closest = checker.availableSpellCheckerLanguages
        .filter((one) => name.toLowerCase().startsWith(`${one.toLowerCase()}-`))
        .sort((one, other) => other.length - one.length)[0]
      return closest === language
    })
    await Promise.all(copies.map((name) => rm(join(folder, name), { force: true })))
  }

  if (!bySystem) {
    checker.setSpellCheckerDictionaryDownloadURL(NOWHERE)
    // another version of Chromium calls its copies by other names
    checker.on('spellcheck-dictionary-download-failure', (_event, language) => {
      if (!stored().languages.includes(language) || lentAgain.has(language)) return
      lentAgain.add(language)
      void oneByOne(async () => {
        if (!(await take(language)))
          options.notify(`the spelling dictionary of ${language} could not be read`)
        apply()
      }).catch((error: unknown) => options.notify(`the spelling dictionary of ${language}: ${String(error)}`))
    })
  }
  apply()
  for (const word of stored().ignored) checker.removeWordFromSpellCheckerDictionary(word)
  if (stored().ignored.length > 0) store({ ...stored(), ignored: [] })

  return {
    state,
    turn: (on) => oneByOne(() => change({ on })),
    writtenIn: (language) =>
      oneByOne(() => {
        if (language !== written) {
          written = language
          apply()
        }
        return Promise.resolve()
      }),
    add: (file) =>
      oneByOne(async () => {
        const bytes = await readDictionary(file)
        const language = languageOf(file, checker.availableSpellCheckerLanguages)
        const { languages } = stored()
        const before = `${fileOf(language)}.before`
        lentAgain.add(language)
        await mkdir(own, { recursive: true })
        await rm(before, { force: true })
        const hadOne = await rename(fileOf(language), before).then(
          () => true,
          () => false
        )
        try {
          await writeFile(fileOf(language), bytes, { flag: 'wx', mode: 0o600 })
          await forget(language)
          if (!(await take(language)))
            throw new GalleyError(
              'bad-request',
              'The checker does not take this dictionary. Choose another one.'
            )
        } catch (error) {
          await rm(fileOf(language), { force: true })
          await forget(language)
          if (hadOne) {
            await rename(before, fileOf(language))
            await take(language)
          }
          apply()
          throw error
        }
        await rm(before, { force: true })
        return change({ on: true, languages: [...languages.filter((one) => one !== language), language] })
      }),
    remove: (language) =>
      oneByOne(async () => {
        const languages = stored().languages.filter((one) => one !== language)
        const next = await change({ languages })
        await forget(language)
        await rm(fileOf(language), { force: true })
        return next
      }),
    keepWord: (word, forEver) =>
      oneByOne(async () => {
        checker.addWordToSpellCheckerDictionary(word)
        const { ignored } = stored()
        return change(
          forEver ? { ignored: ignored.filter((one) => one !== word) } : { ignored: [...ignored, word] }
        )
      })
  }
}

/** Resolves when the checker has a dictionary, or will not get it: to whether it has. */
function ended(checker: Checker, language: string, patience: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => (_event: unknown, of: string) => {
      if (of !== language) return
      checker.off('spellcheck-dictionary-initialized', taken)
      checker.off('spellcheck-dictionary-download-failure', refused)
      clearTimeout(timer)
      resolve(isTaken)
    }
    const [taken, refused] = [settle(true), settle(false)]
    const timer = setTimeout(() => refused(null, language), patience)
    checker.on('spellcheck-dictionary-initialized', taken)
    checker.on('spellcheck-dictionary-download-failure', refused)
  })
}

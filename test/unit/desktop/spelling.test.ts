import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languageOf, readDictionary } from '../../../src/main/desktop/spelling/dictionary-file'
import { lendingHost } from '../../../src/main/desktop/spelling/lend'
import { openSpelling, type SpellingSettings } from '../../../src/main/desktop/spelling/spelling'
import { dictionaryOf } from '../../support/bdic'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-spelling-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What Chromium does of it: a language whose file it does not have is asked for at the address, under a name of its own. */
class Checker extends EventEmitter {
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'es', 'es-AR']
  readonly asked: string[] = []
  readonly words = new Set<string>()
  address = 'https://dictionaries.example/'
  isOn = true
  languages: readonly string[] = []
  takes = true

  setSpellCheckerEnabled = (on: boolean) => void (this.isOn = on)
  setSpellCheckerDictionaryDownloadURL = (address: string) => void (this.address = address)
  setSpellCheckerLanguages = (languages: string[]) => {
    const added = languages.filter((one) => !this.languages.includes(one))
    this.languages = languages
    for (const language of added) void this.load(language)
  }
  addWordToSpellCheckerDictionary = (word: string) => this.words.add(word).has(word)
  removeWordFromSpellCheckerDictionary = (word: string) => this.words.delete(word)
  listWordsInSpellCheckerDictionary = () => Promise.resolve([...this.words])

  private async load(language: string): Promise<void> {
    const name = `${language}-X9-7-0.bdic`
    const has = await readdir(join(folder, 'Dictionaries')).catch((): string[] => [])
    const isThere = has.includes(name) || (await this.download(name))
    this.emit(
      isThere ? 'spellcheck-dictionary-initialized' : 'spellcheck-dictionary-download-failure',
      {},
      language
    )
  }

  private async download(name: string): Promise<boolean> {
    this.asked.push(new URL(this.address).protocol)
    if (!this.address.startsWith(`http://${lendingHost}:`)) return false
    const answer = await fetch(this.address.replace(lendingHost, '127.0.0.1') + name.toLowerCase())
    if (!answer.ok || !this.takes) return false
    await mkdir(join(folder, 'Dictionaries'), { recursive: true })
    await writeFile(join(folder, 'Dictionaries', name), Buffer.from(await answer.arrayBuffer()))
    return true
  }
}

function open(checker: Checker, settings: SpellingSettings = { on: true, languages: [], ignored: [] }) {
  let stored = settings
  const told: unknown[] = []
  const spelling = openSpelling({
    checker,
    folder,
    bySystem: false,
    stored: () => stored,
    store: (next) => (stored = next),
    onChange: (state) => told.push(state),
    notify: (line) => told.push(line)
  })
  return { spelling, told, stored: () => stored }
}

async function file(name: string, bytes: Buffer | string): Promise<string> {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

describe('the file of a spelling dictionary', () => {
  it('VE21 is read when it is whole, and named after its language', async () => {
    const bytes = dictionaryOf(['harbour', 'ferry'])
    expect(await readDictionary(await file('en-GB.bdic', bytes))).toEqual(bytes)
    const known = new Checker().availableSpellCheckerLanguages
    const named = ['en-GB.bdic', 'EN_us.bdic', '/x/de-DE-3-0.bdic', 'es-AR-3-0.bdic', 'es-MX.bdic']
    expect(named.map((name) => languageOf(name, known))).toEqual(['en-GB', 'en-US', 'de', 'es-AR', 'es'])
    expect(() => languageOf('words.bdic', known)).toThrow(/does not say which language/)
  })

  it('VE21 is refused with a sentence where it is something else, a part, changed, huge, a folder or not there', async () => {
    const bytes = dictionaryOf(['harbour', 'ferry'])
    const changed = Buffer.from(bytes)
    changed[bytes.length - 2] = 1
    const other = Buffer.from(bytes)
    other[4] = 3
    const huge = await file('huge.bdic', bytes)
    await truncate(huge, 40 * 1024 * 1024)
    await mkdir(join(folder, 'folder.bdic'))
    const refused: readonly (readonly [string, RegExp])[] = [
      [await file('text.bdic', 'harbour\nferry\n'), /is no spelling dictionary/],
      [await file('empty.bdic', ''), /is no spelling dictionary/],
      [await file('part.bdic', bytes.subarray(0, bytes.length - 3)), /is not whole/],
      [await file('head.bdic', bytes.subarray(0, 32)), /is not whole/],
      [await file('changed.bdic', changed), /was changed/],
      [await file('other.bdic', other), /another version/],
      [huge, /is larger than/],
      [join(folder, 'folder.bdic'), /is no file|could not be opened/],
      [join(folder, 'none.bdic'), /could not be opened/]
    ]
    for (const [path, why] of refused) await expect(readDictionary(path), path).rejects.toThrow(why)
  })
})

describe('the checker of spelling', () => {
  it('VE21 is off without a dictionary, and what it asks for by itself is no address of a network', async () => {
    const checker = new Checker()
    const { spelling } = open(checker)
    expect([checker.isOn, checker.languages]).toEqual([false, []])
    const isOver = new Promise((resolve) => checker.once('spellcheck-dictionary-download-failure', resolve))
    checker.setSpellCheckerLanguages(['en-US'])
    await isOver
    expect(checker.asked).toEqual(['galley:'])
    expect(await spelling.state()).toEqual({ on: true, bySystem: false, languages: [], words: [] })
  })

  it('VE21 takes dictionaries in from this computer alone, is turned off and on, and gives them up', async () => {
    const checker = new Checker()
    const { spelling, told, stored } = open(checker)
    const bytes = dictionaryOf(['harbour'])
    await spelling.add(await file('en-GB.bdic', bytes))
    await spelling.add(await file('de.bdic', dictionaryOf(['Hafen'])))
    expect([checker.isOn, checker.languages, checker.address]).toEqual([
      true,
      ['en-GB', 'de'],
      'galley://app/no-dictionaries/'
    ])
    expect(checker.asked).toEqual(['http:', 'http:'])
    expect(told.at(-1)).toEqual({ on: true, bySystem: false, languages: ['en-GB', 'de'], words: [] })
    await spelling.turn(false)
    expect([checker.isOn, checker.languages]).toEqual([false, []])
    await spelling.turn(true)
    expect(checker.languages).toEqual(['en-GB', 'de'])
    await spelling.remove('en-GB')
    expect([stored().languages, checker.languages]).toEqual([['de'], ['de']])
    expect(await readdir(join(folder, 'spelling'))).toEqual(['de.bdic'])
    expect(await readdir(join(folder, 'Dictionaries'))).toEqual(['de-X9-7-0.bdic'])
  })

  it('VE21 a dictionary that the checker does not take changes nothing, also not the one it was to replace', async () => {
    const checker = new Checker()
    const { spelling, stored } = open(checker)
    const first = dictionaryOf(['harbour'])
    await spelling.add(await file('en-GB.bdic', first))
    checker.takes = false
    await expect(spelling.add(await file('de.bdic', dictionaryOf(['Hafen'])))).rejects.toThrow(
      /does not take/
    )
    expect([stored().languages, checker.languages]).toEqual([['en-GB'], ['en-GB']])
    expect(await readdir(join(folder, 'spelling'))).toEqual(['en-GB.bdic'])
    await expect(spelling.add(await file('en-GB.bdic', 'text'))).rejects.toThrow(/no spelling dictionary/)
    await expect(spelling.add(await file('en-GB.bdic', dictionaryOf(['ferry'])))).rejects.toThrow(
      /does not take/
    )
    expect(await readDictionary(join(folder, 'spelling', 'en-GB.bdic'))).toEqual(first)
    expect(stored().languages).toEqual(['en-GB'])
  })

  it('VE21 gives a dictionary once more where another version of the checker has lost it', async () => {
    const checker = new Checker()
    await open(checker).spelling.add(await file('en-GB.bdic', dictionaryOf(['harbour'])))
    await rm(join(folder, 'Dictionaries'), { recursive: true })
    const next = new Checker()
    const isThere = new Promise((resolve) => next.once('spellcheck-dictionary-initialized', resolve))
    const { spelling } = open(next, { on: true, languages: ['en-GB'], ignored: [] })
    await isThere
    await spelling.turn(true)
    expect([next.isOn, next.languages, next.asked]).toEqual([true, ['en-GB'], ['galley:', 'http:']])
  })

  it('VE21 a text is checked by the dictionaries of its language, by all where it does not say, and by none where there is none', async () => {
    const checker = new Checker()
    const { spelling } = open(checker)
    for (const language of ['en-GB', 'en-US', 'de'])
      await spelling.add(await file(`${language}.bdic`, dictionaryOf(['harbour'])))
    const fetched = checker.asked.length
    const checkedBy = async (language: string | null) => {
      await spelling.writtenIn(language)
      return [...checker.languages]
    }
    expect(await checkedBy('EN-gb')).toEqual(['en-GB'])
    expect(await checkedBy('en')).toEqual(['en-GB', 'en-US'])
    expect(await checkedBy('de-AT')).toEqual(['de'])
    expect(await checkedBy('he')).toEqual([])
    expect(await checkedBy(null)).toEqual(['en-GB', 'en-US', 'de'])
    await spelling.writtenIn('de')
    expect((await spelling.turn(false)).languages).toEqual(['en-GB', 'en-US', 'de'])
    expect(checker.languages).toEqual([])
    await spelling.turn(true)
    expect(checker.languages).toEqual(['de'])
    expect(checker.asked.length).toBe(fetched)
  })

  it('VE21 keeps words that are added, and forgets those that are ignored at the next start', async () => {
    const checker = new Checker()
    const { spelling, stored } = open(checker)
    await spelling.keepWord('Norderoog', true)
    expect((await spelling.keepWord('Hallig', false)).words).toEqual(['Norderoog', 'Hallig'])
    const next = open(checker, stored())
    expect((await next.spelling.state()).words).toEqual(['Norderoog'])
    expect(next.stored().ignored).toEqual([])
  })
})

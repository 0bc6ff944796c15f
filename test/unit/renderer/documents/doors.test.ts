// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { newDocument, writeDocument } from '../../../../src/common/formats/structured'
import type { JsonValue } from '../../../../src/common/schema'
import { showConflict, type Deciding } from '../../../../src/main/sync/decide'
import { mergedFiles } from '../../../../src/main/workers/work/merge'
import type { Merging } from '../../../../src/main/sync/merging'
import { mergedText } from '../../../../src/renderer/src/documents/merge'
import { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { FormDocument } from '../../../../src/renderer/src/features/forms/document/form-document'
import { SheetDocument } from '../../../../src/renderer/src/features/sheets/sheet-document'
import { forSeeds, type Random } from '../../formats/merge/random'
import { anyJson, editedJson } from '../../formats/merge/values'
import { bytesOf, memoryDrafts, MemoryService, type } from './memory'

/** Three texts of a file; the local one is what is typed here. */
interface Three {
  readonly base: string
  readonly local: string
  readonly remote: string
}

/** One text, or null: a person is asked. */
type Door = (name: string, three: Three) => Promise<string | null>

const sessions: DocumentSession[] = []
afterEach(() => sessions.splice(0).forEach((session) => session.close()))

/** A document is open and typed in while somebody else saves it. */
const editor =
  (view: 'source' | 'sheets' | 'form'): Door =>
  async (name, { base, local, remote }) => {
    const path = contentPath(`/northwind/harbour/${name}`)
    const service = new MemoryService()
    service.put(base, ME, path)
    const session = new DocumentSession(path, {
      service,
      drafts: memoryDrafts(),
      workspace: 'w',
      me: () => ME,
      id: 'editor',
      timing: { idle: 60_000, most: 60_000, firstRetry: 60_000, lastRetry: 60_000 }
    })
    sessions.push(session)
    await session.open()
    if (view === 'sheets') new SheetDocument(session).takeOver()
    if (view === 'form') new FormDocument(session).takeOver()
    session.attached.write(local)
    session.edited()
    service.put(remote, 'jon@example.org', path)
    await session.look()
    return session.snapshot().question ? null : session.text()
  }

const ME = 'me@example.org'

/** What sync does by itself, without the thread around it. */
const merging: Merging = (files, { choices = new Map(), isConfig = false } = {}) =>
  Promise.resolve(mergedFiles({ ...files, choices: [...choices], isConfig, schema: null }))

const sync: Door = async (name, { base, local, remote }) => {
  const [b, l, r] = [bytesOf(base), bytesOf(local), bytesOf(remote)]
  const { bytes, open } = await merging({ ext: extOf(name), base: b, local: l, remote: r })
  return open > 0 ? null : new TextDecoder().decode(bytes)
}

/** The screen where people decide: the same three states, with nothing chosen. */
const screen: Door = async (name, three) => {
  const states = new Map(Object.entries(three).map(([side, text]) => [side, bytesOf(text)]))
  const conflict = { path: `/${name}`, base: 'base', local: 'local', remote: 'remote', count: 1, at: 0 }
  const deciding = {
    memory: { files: new Map([['key', { conflict }]]) },
    contents: {
      open: (hash: string) => Promise.resolve({ hash, size: states.get(hash)?.length ?? 0 }),
      get: (hash: string) => Promise.resolve(states.get(hash) ?? null),
      hashOf: () => 'result'
    },
    isConfig: false,
    merge: merging
  } as unknown as Deciding
  const { open, result } = await showConflict(deciding, 'key', new Map())
  return open > 0 ? null : result
}

/** Undo of what was restored, while somebody has typed since. */
const undo: Door = (name, three) => mergedText(extOf(name), three)

const extOf = (name: string) => name.slice(name.lastIndexOf('.') + 1)

async function sameBehindAll(
  name: string,
  three: Three,
  view: 'sheets' | 'form' | null
): Promise<string | null> {
  const known = await sync(name, three)
  const doors = { screen, undo, source: editor('source'), ...(view && { [view]: editor(view) }) }
  for (const [door, merge] of Object.entries(doors))
    expect([door, await merge(name, three)]).toEqual([door, known])
  sessions.splice(0).forEach((session) => session.close())
  return known
}

const html = (data: JsonValue) => writeDocument(newDocument({ title: 'Walk', schemaName: 'place', data }))
const json = (value: JsonValue) => JSON.stringify(value, null, 2)

describe('what two people changed', () => {
  it('MG8 two paragraphs on one line, JSON on one line, columns that both added: every door merges them', async () => {
    const page = (one: string, two: string) =>
      `<body><header></header><main><div><p>${one}</p><p>${two}</p></div></main><footer></footer></body>`
    const paragraphs = { base: page('a', 'b'), local: page('A', 'b'), remote: page('a', 'B') }
    expect(await sameBehindAll('page.html', paragraphs, null)).toBe(page('A', 'B'))

    const line = { base: '{"a":1,"b":1}', local: '{"a":2,"b":1}', remote: '{"a":1,"b":2}' }
    expect(await sameBehindAll('data.json', line, null)).toBe('{"a":2,"b":2}')

    const sheet = (row: Readonly<Record<string, string>>) =>
      json({ ':type': 'sheet', ':sheetname': 'x', total: 1, limit: 1, offset: 0, data: [row] })
    const columns = {
      base: sheet({ a: '1' }),
      local: sheet({ a: '1', b: '2' }),
      remote: sheet({ a: '1', c: '3' })
    }
    expect(JSON.parse((await sameBehindAll('sheet.json', columns, 'sheets')) ?? '{}')).toMatchObject({
      data: [{ a: '1', b: '2', c: '3' }]
    })

    const fields = {
      base: html({ a: '1', b: '1' }),
      local: html({ a: '2', b: '1' }),
      remote: html({ a: '1', b: '2' })
    }
    expect(await sameBehindAll('place.html', fields, 'form')).toBe(html({ a: '2', b: '2' }))
  })

  it('MG8 what only a person can decide is asked behind every door', async () => {
    const meets = { base: '{"a":1}', local: '{"a":2}', remote: '{"a":3}' }
    expect(await sameBehindAll('data.json', meets, null)).toBeNull()
    const words = { base: '<p>a b c</p>', local: '<p>a x c</p>', remote: '<p>a y c</p>' }
    expect(await sameBehindAll('page.html', words, null)).toBeNull()
  })

  const three = (random: Random, text: (value: JsonValue) => string, base: JsonValue): Three => ({
    base: text(base),
    local: text(editedJson(base, random, 'L')),
    remote: text(editedJson(base, random, 'R'))
  })
  const tried = async (
    runs: number,
    name: string,
    make: (random: Random) => Three,
    view: 'sheets' | 'form' | null
  ) => {
    const all: Three[] = []
    forSeeds(runs, (random) => void all.push(make(random)))
    for (const [seed, one] of all.entries())
      await sameBehindAll(name, one, view).catch((error: unknown) => {
        throw new Error(`Seed ${seed + 1}`, { cause: error })
      })
  }

  it('MG8 every door gives the same answer to the same three states', async () => {
    const lines = (random: Random, from: readonly string[], mark: string) =>
      from.flatMap((line) =>
        random.chance(0.15) ? [`${mark}${random.int(9)}`] : random.chance(0.1) ? [] : [line]
      )
    await tried(
      60,
      'data.json',
      (random) => three(random, json, { one: anyJson(random), two: anyJson(random) }),
      null
    )
    await tried(
      60,
      'place.html',
      (random) => three(random, html, { one: anyJson(random), two: anyJson(random), three: 'x' }),
      'form'
    )
    await tried(
      60,
      'sheet.json',
      (random) => {
        const rows = Array.from({ length: 1 + random.int(5) }, (_, at) => ({
          key: `k${at}`,
          a: `${random.int(4)}`,
          b: 'x'
        }))
        const text = (value: JsonValue) =>
          json({
            ':type': 'sheet',
            ':sheetname': 'x',
            total: rows.length,
            limit: rows.length,
            offset: 0,
            data: value
          })
        return three(random, text, rows)
      },
      'sheets'
    )
    for (const [name, before, after] of [
      ['notes.md', '', ''],
      ['page.html', '<body><main>\n<div>\n', '\n</div>\n</main></body>']
    ] as const)
      await tried(
        60,
        name,
        (random) => {
          const base = Array.from(
            { length: 2 + random.int(8) },
            (_, at) => `<p>word ${at} of ${random.int(3)}</p>`
          )
          const text = (all: readonly string[]) => before + all.join('\n') + after
          return {
            base: text(base),
            local: text(lines(random, base, 'L')),
            remote: text(lines(random, base, 'R'))
          }
        },
        null
      )
  })

  it('MG8 W2 what is typed while the merge is made is merged as well', async () => {
    const path = contentPath('/northwind/harbour/data.json')
    const service = new MemoryService()
    service.put('{"a":1,"b":1,"c":1}', ME, path)
    const session = new DocumentSession(path, {
      service,
      drafts: memoryDrafts(),
      workspace: 'w',
      me: () => ME,
      id: 'editor'
    })
    sessions.push(session)
    await session.open()
    type(session, '{"a":2,"b":1,"c":1}')
    service.put('{"a":1,"b":2,"c":1}', 'jon@example.org', path)
    const looked = session.look()
    await vi.waitFor(() => type(session, '{"a":2,"b":1,"c":2}'))
    await looked
    await vi.waitFor(() => expect(service.textAt(path)).toBe('{"a":2,"b":2,"c":2}'))
  })
})

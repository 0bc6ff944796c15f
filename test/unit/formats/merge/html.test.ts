import { parse, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { mergeFiles, type Choice, type FileMerge } from '../../../../src/common/formats'
import { forSeeds, type Random } from './random'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (merged: FileMerge) => new TextDecoder().decode(merged.bytes)
const merge = (
  base: string,
  local: string,
  remote: string,
  choices: readonly (readonly [string, Choice])[] = []
) =>
  mergeFiles(
    { ext: 'html', base: bytes(base), local: bytes(local), remote: bytes(remote) },
    { choices: new Map(choices) }
  )
const page = (...sections: readonly string[]) =>
  `<body>\n  <header></header>\n  <main>${sections.map((one) => `\n    <div>${one}</div>`).join('')}\n  </main>\n  <footer></footer>\n</body>\n`

describe('pages', () => {
  const base = page('<h1>Ferries</h1><p>We sail every day at noon.</p>', '<p>Bring a coat.</p>')

  it('MG5 takes what each side changed: a section, a block, words of one paragraph', () => {
    const local = page(
      '<h1>Our ferries</h1><p>We always sail every day at noon.</p>',
      '<p>Bring a coat.</p>',
      '<p>New</p>'
    )
    const remote = page(
      '<h1>Ferries</h1><p>We sail every day at one.</p><p>Dogs too.</p>',
      '<p>Bring a hat.</p>'
    )
    const result = merge(base, local, remote)
    expect(result).toMatchObject({ kind: 'page', open: 0 })
    expect(textOf(result)).toBe(
      page(
        '<h1>Our ferries</h1><p>We always sail every day at one.</p><p>Dogs too.</p>',
        '<p>Bring a hat.</p>',
        '<p>New</p>'
      )
    )
  })

  it('MG5 writes again only what changed, sign for sign', () => {
    const odd =
      '<BODY >\n<!-- kept --><main class=x><div>\n\n<p>One</p>\t<p>Two</P><p>Three</div></main></BODY>'
    const result = merge(odd, odd.replace('One', '1'), odd.replace('Three', '3'))
    expect(textOf(result)).toBe(odd.replace('One', '1').replace('Three', '3'))
  })

  it('MG5 asks for a block of which both changed the same words', () => {
    const local = base.replace('noon', 'ten')
    const remote = base.replace('noon', 'eleven')
    const result = merge(base, local, remote)
    expect(result.conflicts).toMatchObject([
      {
        kind: 'block',
        place: { names: ['div', 'p'] },
        local: '<p>We sail every day at ten.</p>',
        remote: '<p>We sail every day at eleven.</p>',
        choices: ['local', 'remote', 'base', 'both']
      }
    ])
    const id = result.conflicts[0]?.id ?? ''
    expect(textOf(result)).toBe(local)
    expect(textOf(merge(base, local, remote, [[id, 'remote']]))).toBe(remote)
    expect(textOf(merge(base, local, remote, [[id, 'base']]))).toBe(base)
    expect(textOf(merge(base, local, remote, [[id, 'both']]))).toBe(
      local.replace('ten.</p>', 'ten.</p><p>We sail every day at eleven.</p>')
    )
  })

  it('MG5 merges cells of one block and rows of one table', () => {
    const block = (...cells: readonly string[]) =>
      page(`<div class="columns"><div>${cells.map((cell) => `<div>${cell}</div>`).join('')}</div></div>`)
    expect(textOf(merge(block('a', 'b'), block('A', 'b'), block('a', 'B')))).toBe(block('A', 'B'))
    const table = (...rows: readonly string[]) =>
      page(`<table>${rows.map((row) => `<tr><td>${row}</td></tr>`).join('')}</table>`)
    expect(textOf(merge(table('a', 'b'), table('a', 'b', 'c'), table('A', 'b')))).toBe(table('A', 'b', 'c'))
  })

  it('MG6 a block deleted on one side and changed on the other is a conflict', () => {
    const local = page('<h1>Ferries</h1>', '<p>Bring a coat.</p>')
    const result = merge(base, local, base.replace('noon', 'ten'))
    expect(result.conflicts).toMatchObject([{ kind: 'block', local: undefined }])
    expect(textOf(result)).toBe(local)
  })

  it('MG5 tags that would not fit into each other are a conflict', () => {
    const p = (text: string) => page(`<p>${text}</p>`)
    const result = merge(
      p('one two three four'),
      p('<b>one two three</b> four'),
      p('one <i>two three four</i>')
    )
    expect(result).toMatchObject({ open: 1, conflicts: [{ kind: 'block' }] })
  })

  it('MG5 both add at one place: both stay, in the same order on both machines', () => {
    const [one, two] = [base.replace('<h1>', '<p>Mine</p><h1>'), base.replace('<h1>', '<p>Theirs</p><h1>')]
    expect(textOf(merge(base, one, two))).toBe(base.replace('<h1>', '<p>Mine</p><p>Theirs</p><h1>'))
    expect(textOf(merge(base, two, one))).toBe(textOf(merge(base, one, two)))
  })

  it('MG7 files without a common state, and bytes that are no text, are one conflict', () => {
    const [local, remote] = [bytes('<p>a</p>'), bytes('<p>b</p>')]
    expect(mergeFiles({ ext: 'html', base: null, local, remote })).toMatchObject({
      kind: 'whole',
      open: 1,
      bytes: local
    })
    const broken = new Uint8Array([0xff, 0xfe])
    expect(mergeFiles({ ext: 'html', base: broken, local, remote })).toMatchObject({ kind: 'whole', open: 1 })
  })
})

describe('properties of merging pages', () => {
  const word = (random: Random) => random.pick(['sea', 'boat', 'pier', 'coat', 'day', 'noon', 'A &amp; B'])
  const paragraph = (random: Random) => {
    const words = Array.from({ length: 2 + random.int(7) }, () => word(random))
    if (random.chance(0.3)) words[1] = `<b>${words[1] ?? ''}</b>`
    return words.join(' ')
  }
  const block = (random: Random): string => {
    const kind = random.int(6)
    if (kind === 0) return `<h2>${paragraph(random)}</h2>`
    if (kind === 1) return `<ul><li>${paragraph(random)}</li><li>${paragraph(random)}</li></ul>`
    if (kind === 2)
      return `<div class="cards"><div><div>${paragraph(random)}</div><div><p>${paragraph(random)}</p></div></div></div>`
    if (kind === 3) return `<table><tr><td>${word(random)}</td><td>${word(random)}</td></tr></table>`
    return `<p>${paragraph(random)}</p>`
  }
  const sections = (random: Random) =>
    Array.from({ length: 1 + random.int(3) }, () =>
      Array.from({ length: 1 + random.int(4) }, () => block(random))
    )
  const edited = (state: readonly (readonly string[])[], random: Random, mark: string) => {
    const fresh = () => `${mark}${random.int(100_000)}`
    return state.flatMap((blocks) => {
      if (random.chance(0.05)) return []
      const now = blocks.flatMap((one): string[] => {
        if (random.chance(0.08)) return []
        const text = random.chance(0.35)
          ? one.replaceAll(/sea|boat|pier|coat|day/g, (found) => (random.chance(0.3) ? fresh() : found))
          : one
        const marked = random.chance(0.1) ? text.replace(/\bnoon\b/, `<i>noon</i>`) : text
        return random.chance(0.1) ? [marked, `<p>${fresh()} ${fresh()}</p>`] : [marked]
      })
      if (now.length > 1 && random.chance(0.1)) now.push(...now.splice(random.int(now.length), 1))
      return random.chance(0.05) ? [now, [`<p>${fresh()}</p>`]] : [now]
    })
  }
  const written = (state: readonly (readonly string[])[]) => page(...state.map((blocks) => blocks.join('\n')))
  const marks = (text: unknown, mark: string) =>
    new Set(typeof text === 'string' ? (text.match(new RegExp(`\\b${mark}\\d+`, 'g')) ?? []) : [])
  const reads = (text: string) => serialize(parse(text))

  it('MG1 MG5 MG6 loses nothing, invents nothing, stays HTML, and does not care which side is which', () => {
    forSeeds(320, (random) => {
      const state = sections(random)
      const [base, local, remote] = [
        written(state),
        written(edited(state, random, 'L')),
        written(edited(state, random, 'R'))
      ]
      const result = merge(base, local, remote)
      const text = textOf(result)
      expect(reads(reads(text))).toBe(reads(text))
      expect(text.match(/<\/?main>/g)?.length).toBe(2)
      for (const [side, whole, mark] of [
        ['local', local, 'L'],
        ['remote', remote, 'R']
      ] as const) {
        const told = new Set(result.conflicts.flatMap((one) => [...marks(one[side], mark)]))
        const inText = marks(text, mark)
        for (const one of inText) expect(whole).toContain(one)
        for (const one of marks(whole, mark)) if (!inText.has(one)) expect(told).toContain(one)
      }
      const turned = merge(base, remote, local)
      expect(turned.open).toBe(result.open)
      if (result.open === 0) expect(textOf(turned)).toBe(text)
      const choices = result.conflicts.map(({ id }) => [id, 'remote'] as const)
      expect(merge(base, local, remote, choices).open).toBe(0)
    })
  })
})

import { expect, it } from 'vitest'
import { mergeFiles, type Choice } from '../../../../src/common/formats'
import { forSeeds } from './random'

const bytes = (text: string) => new TextEncoder().encode(text)
const merge = (
  base: string,
  local: string,
  remote: string,
  choices: readonly (readonly [string, Choice])[] = []
) => {
  const result = mergeFiles(
    { ext: 'md', base: bytes(base), local: bytes(local), remote: bytes(remote) },
    { choices: new Map(choices) }
  )
  return { ...result, text: new TextDecoder().decode(result.bytes) }
}

it('MG1 texts merge line by line', () => {
  expect(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\nd\n')).toMatchObject({
    kind: 'text',
    open: 0,
    text: 'A\nb\nC\nd\n'
  })
})

it('MG6 lines that both changed are a conflict, and never get markers', () => {
  const result = merge('a\nb\nc', 'a\nL\nc', 'a\nR\nc')
  expect(result).toMatchObject({
    text: 'a\nL\nc',
    conflicts: [{ id: 'line 2', base: 'b\n', local: 'L\n', remote: 'R\n' }]
  })
  const text = (choice: Choice) => merge('a\nb\nc', 'a\nL\nc', 'a\nR\nc', [['line 2', choice]]).text
  expect([text('remote'), text('base'), text('both')]).toEqual(['a\nR\nc', 'a\nb\nc', 'a\nL\nR\nc'])
})

it('MG1 MG6 loses no line, invents none, and does not care which side is which', () => {
  forSeeds(4_000, (random) => {
    const base = Array.from({ length: random.int(12) }, () => random.pick(['a', 'b', 'c', 'd', 'e']))
    const edited = (mark: string) =>
      base.flatMap((line): string[] => {
        if (random.chance(0.1)) return []
        const now = random.chance(0.15) ? `${mark}${random.int(99)}` : line
        return random.chance(0.1) ? [now, `${mark}${random.int(99)}`] : [now]
      })
    const [b, l, r] = [base, edited('L'), edited('R')].map((lines) =>
      lines.map((line) => `${line}\n`).join('')
    )
    if (b === undefined || l === undefined || r === undefined) throw new Error('three states')
    const result = merge(b, l, r)
    const lines = result.text.split('\n')
    for (const line of lines) expect(`${b}${l}${r}`.split('\n')).toContain(line)
    const told = result.conflicts.map(({ local, remote }) => `${String(local)}${String(remote)}`).join('')
    for (const line of `${l}${r}`.split('\n').filter((one) => /[LR]/.test(one))) {
      if (!lines.includes(line)) expect(told).toContain(line)
    }
    const turned = merge(b, r, l)
    expect(turned.conflicts.map(({ id }) => id)).toEqual(result.conflicts.map(({ id }) => id))
    if (result.open === 0) expect(turned.text).toBe(result.text)
    expect(merge(b, l, b).text).toBe(l)
    expect(merge(b, b, r).text).toBe(r)
  })
})

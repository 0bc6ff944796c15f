import { expect, test } from 'vitest'
import { runCommand } from '../../../src/main/cli/run'
import { jsonText } from '../../../src/main/cli/visibly'

const hostile = 'a\u202egnp.exe\u001b[2J\r\u0085\u2028b'

async function printed(said: string): Promise<string[]> {
  const lines: string[] = []
  const screen = {
    out: (line: string) => void lines.push(line),
    notify: (line: string) => void lines.push(line)
  }
  const command = {
    name: 'say',
    summary: '',
    help: '',
    run: (_: readonly string[], terminal: typeof screen) => {
      terminal.out(said)
      terminal.notify(said)
      return Promise.reject(new Error(said))
    }
  }
  await runCommand([{ name: 'say', load: () => Promise.resolve(command) }], ['say'], screen, '0')
  return lines
}

test('L6 what a command prints of a workspace turns no direction and moves no cursor; lines and tabs stay', async () => {
  const [out, told, failed] = await printed(hostile)
  expect(out).toBe('a<U+202E>gnp.exe<U+001B>[2J<U+000D><U+0085><U+2028>b')
  expect(told).toBe(out)
  expect(failed).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
  expect((await printed('id\tada@example.com\nsecond'))[0]).toBe('id\tada@example.com\nsecond')
})

test('L6 JSON for programs has these signs as escapes, and says the same', () => {
  const text = jsonText({ where: hostile })
  expect(JSON.parse(text)).toEqual({ where: hostile })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
})

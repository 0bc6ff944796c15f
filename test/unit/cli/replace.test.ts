import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import { buildCli, runCli, type CliProgram } from '../../support/cli-program'
import { ada, bytes, p } from '../../support/workspace'

let cli: CliProgram
let data: string
const page = (text: string) => `<body><main><div><p>${text}</p></div></main></body>`
beforeAll(async () => {
  cli = await buildCli()
  data = await mkdtemp(join(tmpdir(), 'galley-replace-'))
  const store = await openStore({ folder: data, watch: false })
  const put = (path: string, text: string) => store.write(p(path), bytes(text), { by: ada })
  await put('/acme/site/a.html', page('No 12, no ferry'))
  await put('/acme/site/b.html', page('a <b>fer</b>ry'))
  await put('/acme/other/c.html', page('Ferry'))
  await store.close()
})
afterAll(() => rm(data, { recursive: true, force: true }))

const replace = (...args: readonly string[]) => runCli(cli, ['replace', '--data', data, ...args])
async function read(path: string): Promise<string> {
  const store = await openStore({ folder: data, watch: false })
  const found = await store.read(p(path))
  await store.close()
  return new TextDecoder().decode(found?.bytes)
}

describe('galley replace', () => {
  it('L11 tells with --dry-run, then writes, and says what cannot be replaced', async () => {
    const told = await replace('--dry-run', '--at', '/acme/site', 'ferry', 'boat')
    expect(told.err).toContain('nothing was changed; found 1 place in 1 file')
    expect(told.out.trimEnd().split('\n')).toEqual([
      '/acme/site/a.html:1\tNo 12, no ferry\tNo 12, no boat',
      '/acme/site/b.html:1\ta ferry\tcannot: parted'
    ])
    expect(told.code).toBe(0)
    expect(await read('/acme/site/a.html')).toBe(page('No 12, no ferry'))
    const done = await replace('ferry path:/a', 'boat')
    expect(done.err).toMatch(/replaced 1 place in 1 file: change [0-9a-f-]{36}/)
    expect(await read('/acme/site/a.html')).toBe(page('No 12, no boat'))
    expect(await read('/acme/other/c.html')).toBe(page('Ferry'))
    const json = await replace('--json', '"No 12"', 'Nr. & more')
    expect(JSON.parse(json.out)).toMatchObject({ files: 1, places: 1, left: [] })
    expect(await read('/acme/site/a.html')).toBe(page('Nr. &amp; more, no boat'))
  })

  it('L11 what is no such thing is one clear line', async () => {
    for (const args of [[], ['a'], ['a', 'b', '--match', 'x'], ['two words', 'x'], ['/(/', 'x']]) {
      const { code, err, out } = await replace(...args)
      expect({ code: code !== 0, out }, args.join(' ')).toEqual({ code: true, out: '' })
      expect(err).not.toMatch(/\n\s+at /)
    }
  })
})

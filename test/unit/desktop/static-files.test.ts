import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../src/common/api/security'
import { staticFiles, type StaticFiles } from '../../../src/main/http/static-files'

let folder: string
let files: StaticFiles
const get = (path: string, method = 'GET') => files(new Request(`galley://app${path}`, { method }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-static-'))
  await mkdir(join(folder, 'ui/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'ui/index.html'), '<title>Galley</title>')
  await writeFile(join(folder, 'ui/assets/a-1.js'), 'x'.repeat(300_000))
  files = staticFiles(join(folder, 'ui'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('files of the user interface', () => {
  it('N2 answers / with the page, under the strict policy', async () => {
    const answer = await get('/')
    expect(answer?.status).toBe(200)
    expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer?.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
    expect(await answer?.text()).toBe('<title>Galley</title>')
  })

  it('N2 streams larger files whole', async () => {
    const answer = await get('/assets/a-1.js')
    expect(answer?.headers.get('cache-control')).toContain('immutable')
    expect((await answer?.text())?.length).toBe(300_000)
    expect((await get('/assets/a-1.js', 'HEAD'))?.headers.get('content-length')).toBe('300000')
  })

  it('N2 leaves every other address to the service', async () => {
    for (const path of [
      '/source/o/s/index.html',
      '/assets',
      '/assets/none.js',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/%00',
      '/%'
    ]) {
      expect(await get(path), path).toBeNull()
    }
    expect(await get('/', 'POST')).toBeNull()
  })
})

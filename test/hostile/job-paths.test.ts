import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkspace, type Workspace } from '../contract/in-process'
import { expectRefusal, jsonParts } from '../contract/kit'
import { owner, writePage, type Asker } from '../contract/people'
import { fc } from '../support/properties'
import { hostileRuns } from './runs'

let around = ''
let workspace: Workspace
let root: Asker
beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'galley-beside-'))
  await mkdir(join(around, 'private'))
  await writeFile(join(around, 'private', 'diary.html'), '<main><div>mine</div></main>')
  workspace = await openWorkspace({}, join(around, 'work'))
  root = owner(workspace)
  await writePage(root, '/acme/web/docs/a.html', '<body><main><div>a</div></main></body>')
  await writePage(root, '/acme/other/b.html', '<body><main><div>b</div></main></body>')
})
afterAll(async () => {
  await workspace.close()
  await rm(around, { recursive: true, force: true })
})

const doors = [
  ['/publish/status/acme/web/main/index', { pathsOnly: true, select: ['edit'] }],
  ['/publish/status/acme/web/main/*', { pathsOnly: true, select: ['live'] }],
  ['/publish/live/acme/web/main/*', {}],
  ['/publish/preview/acme/web/main/*', { delete: true }]
] as const

/** A part of a path that N5 refuses, wherever it stands. */
const bad = fc.constantFrom('..', '.', 'a\\b', '\u0000', '\u001b[2J', '..\\..', '\ud800', 'x'.repeat(256))
const good = fc.constantFrom('docs', 'private', 'work', '…', '%2e%2e', ' ')
const parts = fc.array(fc.oneof(bad, good), { maxLength: 4 })
const hostile = fc
  .tuple(parts, bad, parts)
  .map(([before, wrong, after]) => `/${[...before, wrong, ...after].join('/')}`)

describe('paths of a job', () => {
  it.each(doors)('N5 U1 U2 %s reads no folder outside of its site', async (address, more) => {
    for (const path of [
      '/../../../../private/*',
      '/../other/*',
      '/docs/../../../*',
      '/..',
      '/a\\..\\..\\*',
      '/docs//a/*'
    ])
      expect(
        (await root.send('POST', address, jsonParts({ ...more, paths: ['/docs/*', path] }))).status,
        path
      ).toBe(400)
  })

  it('N5 U2 a path that N5 refuses is refused with its place, whatever stands around it', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('/*', '/**', ''), async (path, end) => {
        const request = { pathsOnly: true, select: ['edit'], paths: [path + end] }
        const reply = await root.send('POST', '/publish/status/acme/web/main/index', jsonParts(request))
        expectRefusal(reply, 400, 'bad-path')
      }),
      { numRuns: hostileRuns(60) }
    )
  })

  it('U2 all below the site, and all below a folder, are what they were', async () => {
    for (const path of ['/*', '/**', '/docs/*', '/docs/**', '/docs//*']) {
      const request = { pathsOnly: true, select: ['edit'], paths: [path] }
      expect(
        (await root.send('POST', '/publish/status/acme/web/main/index', jsonParts(request))).status
      ).toBe(202)
    }
  })
})

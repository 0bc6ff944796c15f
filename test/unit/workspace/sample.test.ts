import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { VersionRecord } from '../../../src/common/api/types'
import { contentPath } from '../../../src/common/content/paths'
import type { Workspace } from '../../contract/in-process'
import { openWorkspace } from '../../contract/in-process'

const folder = resolve('resources/sample')
let workspace: Workspace | undefined
afterEach(() => workspace?.close())

const call = async (method: string, path: string) => {
  const reply = await workspace?.service.fetch(new Request(`galley://app${path}`, { method }), 'owner')
  const body: unknown = await reply?.json()
  return { status: reply?.status, body }
}

describe('the sample site', () => {
  it('A1 is written once, with authors, dates in the past and labelled history', async () => {
    workspace = await openWorkspace({ sampleFolder: folder })
    const loaded = await call('POST', '/app/sample')
    expect(loaded).toMatchObject({ status: 201, body: { path: '/northwind/harbour' } })
    const listed = await call('GET', '/versionlist/northwind/harbour/fares.json')
    const versions = listed.body as VersionRecord[]
    expect(versions.length).toBeGreaterThan(1)
    expect(versions.some((version) => version.label !== undefined)).toBe(true)
    expect(versions.every((version) => version.timestamp < Date.now() - 60_000)).toBe(true)
    expect(await call('POST', '/app/sample')).toMatchObject({ status: 409, body: { reason: 'exists' } })
  })

  it('A1 one that cannot be finished leaves no half site behind', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'galley-sample-'))
    await cp(folder, broken, { recursive: true })
    await rm(join(broken, 'content/fares.json'))
    workspace = await openWorkspace({ sampleFolder: broken })
    expect((await call('POST', '/app/sample')).status).toBe(500)
    expect((await call('GET', '/list/northwind/harbour?missing=refuse')).status).toBe(404)
    await writeFile(join(broken, 'manifest.json'), '{')
    expect(await call('POST', '/app/sample')).toMatchObject({ status: 500, body: { reason: 'io-failed' } })
    await rm(broken, { recursive: true })
  })

  it('A1 W6 a try that was killed half-way makes room for the next, and can be had from the trash', async () => {
    workspace = await openWorkspace({ sampleFolder: folder })
    const { store } = workspace
    await store.records('sample', (value) => value).put('northwind-harbour', { begun: true })
    const by = { email: 'ada@example.com' }
    await store.write(contentPath('/northwind/harbour/half.html'), new TextEncoder().encode('half'), { by })
    expect((await call('POST', '/app/sample')).status).toBe(201)
    expect((await call('GET', '/source/northwind/harbour/half.html')).status).toBe(404)
    expect(await store.trash(contentPath('/northwind'))).toMatchObject([{ path: '/northwind/harbour' }])
    expect((await call('POST', '/app/sample')).status).toBe(409)
  })

  it('A1 an installation without it says so', async () => {
    workspace = await openWorkspace()
    expect(await call('POST', '/app/sample')).toMatchObject({ status: 404 })
  })
})

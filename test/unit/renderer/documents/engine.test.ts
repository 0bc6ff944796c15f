// @vitest-environment node
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient declaration has nothing to import
/// <reference path="../../../../src/main/system/fs-native-extensions.d.ts" />
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type Client } from '../../../../src/common/api/client'
import { contentPath } from '../../../../src/common/content/paths'
import { documentServiceOf } from '../../../../src/renderer/src/documents/service-client'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { openWorkspace, type Workspace } from '../../../contract/in-process'
import { memoryDrafts, openSession, PAGE, type } from './memory'

const SITE = contentPath('/northwind/harbour')
let workspace: Workspace
let client: Client
let session: DocumentSession
let stop: () => void

/** An open document over the real service and store, hearing what they tell. */
beforeEach(async () => {
  workspace = await openWorkspace()
  client = createClient({
    fetch: (url, init) => workspace.service.fetch(new Request(`galley://app${url}`, init), 'owner')
  })
  await client.write(PAGE, '<p>one</p>\n<p>two</p>\n<p>three</p>\n')
  session = await openSession(documentServiceOf(client), memoryDrafts())
  stop = workspace.store.subscribe((event) => {
    if (event.type === 'file' && event.path === session.path) session.hear(event)
  })
})
afterEach(async () => {
  stop()
  session.close()
  await workspace.close()
})

const stored = async () => (await client.read(PAGE)).text
const labels = async () => (await client.versions(PAGE)).map((version) => version.label ?? 'version')
const saved = () => vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('saved'))
const onDisk = () => join(workspace.location, 'content', PAGE)

describe('an open document over the service and the store', () => {
  it('V3 typing is stored, and makes one version of what was there, however often it is saved', async () => {
    type(session, '<p>one, typed</p>\n<p>two</p>\n<p>three</p>\n')
    await saved()
    type(session, '<p>one, typed twice</p>\n<p>two</p>\n<p>three</p>\n')
    await saved()
    expect(await stored()).toContain('typed twice')
    const versions = await client.versions(PAGE)
    expect(versions).toHaveLength(1)
    expect((await client.readVersion(versions[0]?.url ?? '')).text).toContain('<p>one</p>')
  })

  it('E3 what another client writes shows, and what both wrote in other lines is stored together', async () => {
    type(session, '<p>one</p>\n<p>two</p>\n<p>three, typed</p>\n')
    await client.write(PAGE, '<p>one, theirs</p>\n<p>two</p>\n<p>three</p>\n')
    await vi.waitFor(async () => expect(await stored()).toContain('typed'))
    expect(await stored()).toBe('<p>one, theirs</p>\n<p>two</p>\n<p>three, typed</p>\n')
    expect(session.text()).toBe(await stored())
    await saved()
  })

  it('V3 two who write the same line both keep their words: the person decides, the other is a version', async () => {
    type(session, '<p>mine</p>\n<p>two</p>\n<p>three</p>\n')
    await client.write(PAGE, '<p>theirs</p>\n<p>two</p>\n<p>three</p>\n')
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('conflict'))
    expect(await stored()).toContain('theirs')
    await session.keepMine()
    expect(await stored()).toContain('mine')
    const contents = await Promise.all(
      (await client.versions(PAGE)).map(async ({ url }) => (await client.readVersion(url)).text)
    )
    expect(contents.some((text) => text.includes('theirs'))).toBe(true)
  })

  it('E3 a change by another program shows, is told as that, and becomes a version', async () => {
    await writeFile(onDisk(), '<p>by another program</p>\n')
    await vi.waitFor(() => expect(session.text()).toContain('another program'))
    expect(session.snapshot().notice).toMatchObject({ kind: 'changed', by: 'another program' })
    expect(await labels()).toEqual(['version'])
  })

  it('S5 a file that another program deletes leaves the words here, and comes back with its history', async () => {
    await client.createVersion(PAGE, 'Kept')
    await rm(onDisk())
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('deleted'))
    expect(session.snapshot().question?.by).toBe('another program')
    expect(session.text()).toContain('three')
    const [item] = await client.trash(SITE)
    await client.restoreFromTrash(SITE, item?.id ?? '')
    await vi.waitFor(() => expect(session.snapshot().question).toBeNull())
    await saved()
    expect(await labels()).toContain('Kept')
  })
})

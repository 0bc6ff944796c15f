import { afterAll, beforeAll, describe } from 'vitest'
import { contractSuite } from '../contract/suite'
import type { Reply, RequestParts, Transport } from '../contract/transport'
import { launchApp, type RunningApp } from './support/app'
import { without } from './support/capabilities'
import { temporaryFolders } from './support/folders'

/** The same contract as in process and over HTTP, sent by the page of a window through `galley://app` (N2, A1). */
describe.skipIf(without.electron)('through a window of the app', () => {
  const folders = temporaryFolders()
  let app: RunningApp | undefined

  beforeAll(async () => {
    app = await launchApp({ userData: await folders.make('user'), workspace: await folders.make('ws') })
    await app.page.waitForLoadState('load')
  })
  afterAll(async () => {
    await app?.quit()
    await folders.removeAll()
  })

  contractSuite(() => Promise.resolve(throughWindow(() => app)))
})

function throughWindow(app: () => RunningApp | undefined): Transport {
  return {
    email: 'owner@localhost',
    cannotAsk: (path) => path.includes('%00'),
    close: () => Promise.resolve(),
    async request(method, path, parts = {}) {
      const page = app()?.page
      if (!page) throw new Error('The app is not running.')
      const { status, headers, body } = await page.evaluate(sendFromPage, {
        method,
        path,
        headers: parts.headers ?? {},
        body: parts.body === undefined ? null : carried(parts.body)
      })
      return { status, headers, body: new Uint8Array(Buffer.from(body, 'base64')) } satisfies Reply
    }
  }
}

interface Carried {
  readonly method: string
  readonly path: string
  readonly headers: NonNullable<RequestParts['headers']>
  readonly body: CarriedBody | null
}

/** How bytes travel to the page: as base64, or as one byte many times over. */
type CarriedBody = { readonly base64: string } | { readonly byte: number; readonly times: number }

function carried(body: Uint8Array): CarriedBody {
  const [first] = body
  if (first !== undefined && body.length > 65_536 && body.every((byte) => byte === first)) {
    return { byte: first, times: body.length }
  }
  return { base64: Buffer.from(body).toString('base64') }
}

/** Runs in the page. */
async function sendFromPage({ method, path, headers, body }: Carried) {
  const bytes =
    body === null
      ? null
      : 'byte' in body
        ? new Uint8Array(body.times).fill(body.byte)
        : Uint8Array.from(atob(body.base64), (char) => char.charCodeAt(0))
  const answer = await fetch(`galley://app${path}`, { method, headers, ...(bytes ? { body: bytes } : {}) })
  const received = new Uint8Array(await answer.arrayBuffer())
  let binary = ''
  for (let at = 0; at < received.length; at += 8192) {
    binary += String.fromCharCode(...received.subarray(at, at + 8192))
  }
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: btoa(binary) }
}

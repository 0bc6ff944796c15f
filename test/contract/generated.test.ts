import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '../../src/common/api/openapi'
import { operations } from '../../src/common/api/operations'
import type { Operation } from '../../src/common/api/operations/operation'
import { statusOfReason } from '../../src/common/api/statuses'
import { fc } from '../support/properties'
import type { Generated } from './generated'
import { generated } from './generated'
import { openWorkspace, type Workspace } from './in-process'
import { text } from './kit'
import { owner, person, setPermissions, type Asker } from './people'
import { operationAt } from './recorder'
import type { Reply } from './transport'

/** Requests of every operation with what strangers write; `GALLEY_GENERATED=<n>` for more of them. */
const COUNT = Number(process.env['GALLEY_GENERATED'] ?? 3000)

let workspace: Workspace
let callers: readonly Asker[]
beforeAll(async () => {
  workspace = await openWorkspace({ sampleFolder: 'resources/sample', importHosts: ['127.0.0.1'] })
  await owner(workspace).send('POST', '/app/sample')
  await setPermissions(workspace, 'acme', ['/+** | maria@example.com | write'])
  callers = [
    owner(workspace),
    await person(workspace, 'maria@example.com'),
    await person(workspace, 'eve@example.com')
  ]
})
afterAll(() => workspace.close())

const ajv = new Ajv2020({ strict: false })
ajv.addSchema(openApiDocument(operations, '0.0.0'), 'openapi')

it('X4 X9 whatever is asked of an operation, the answer is one that its description names', async () => {
  const requests = fc.sample(generated, COUNT)
  const wrong: string[] = []
  for (const [at, request] of requests.entries()) {
    const caller = callers[at % callers.length]
    const reply = await caller?.send(request.operation.method, request.address, request.parts)
    const found = reply && faultOf(request, reply)
    if (found) wrong.push(found)
  }
  expect(wrong).toEqual([])
})

function faultOf({ operation, address, parts }: Generated, reply: Reply): string | null {
  // what was written into the address may have made it another one
  const asked = operationAt(
    operation.method,
    new URL(`http://x${address}`).pathname.replace(/(?<=[^/])\/$/, '')
  )
  const say = (what: string) =>
    `${operation.method} ${address.slice(0, 200)} ${JSON.stringify(parts.headers).slice(0, 200)} ${Buffer.from(
      parts.body ?? []
    )
      .toString()
      .slice(0, 200)} → ${reply.status} ${text(reply).slice(0, 200)}: ${what}`
  if (reply.status >= 500 && reasonIn(reply) !== 'unreachable') return say('failed')
  // many addresses are there without their last slash alone
  if (reply.status === 404 && /\/\.?(\?|$)/.test(address)) return null
  // below some words an escaped slash is one, and makes an address that is not there
  if (reply.status === 404 && /%2f/i.test(address)) return null
  // a preflight says what may be asked, not whether it is there
  if (operation.method === 'OPTIONS' && reply.status === 204) return null
  if (!asked)
    return [400, 401, 403, 404, 405, 413, 422].includes(reply.status) ? null : say('is no operation')
  if (!statusesOf(asked).includes(reply.status)) return say(`is not described by ${asked.id}`)
  return shapeFault(asked, reply)?.replace(/^/, say('')) ?? null
}

function reasonIn(reply: Reply): unknown {
  return /^application\/json/.test(reply.headers['content-type'] ?? '')
    ? JSON.parse(text(reply)).reason
    : null
}

function shapeFault(operation: Operation, { status, headers, body }: Reply): string | null {
  if (!/^application\/json/.test(headers['content-type'] ?? '') || body.length === 0) return null
  const pointer = ['paths', operation.address, operation.method.toLowerCase(), 'responses', String(status)]
  const place = [...pointer, 'content', 'application/json', 'schema'].map(escaped).join('/')
  const schema = ajv.getSchema(`openapi#/${place}`)
  if (!schema || operation.address.includes('config')) return null
  return schema(JSON.parse(Buffer.from(body).toString())) ? null : JSON.stringify(schema.errors)
}

const escaped = (part: string) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))
const statusesOf = ({ answers, refusals }: Operation): number[] => [
  ...Object.keys(answers).map(Number),
  401,
  405,
  ...refusals.map((reason) => statusOfReason[reason])
]

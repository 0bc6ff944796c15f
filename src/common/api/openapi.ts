import type { ZodType } from 'zod'
import { z } from 'zod'
import type { Reason } from '../errors'
import type { Answer, Operation, Parameter, RequestBody } from './operations/operation'
import { errorText, pathParameters } from './operations/parameters'
import { errorBody } from './shapes'
import { statusOfReason } from './statuses'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of these operations. */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = (paths[operation.address] ??= { parameters: pathParametersOf(operation.address) })
    item[operation.method.toLowerCase()] = operationObject(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version,
      description:
        'The authoring service, and what it publishes. Every refusal but 401 has a body `{error, reason, where?}`: a sentence for people, a word for programs, and the place. 403 is decided before existence. HEAD works wherever GET does.',
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token made by Galley, or a JWT of the configured OpenID provider. Several, with commas between: what all of them may.'
        },
        owner: {
          type: 'apiKey',
          in: 'cookie',
          name: 'galley_session',
          description:
            'A browser that a link signed in; the cookie’s name ends with the port. Its pages send their key in X-Galley-Page beside it.'
        },
        admin: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description:
            'An admin token of the site, or of all sites: publishes everything there. It may come as `Authorization: Bearer` or `token` too.'
        },
        site: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`token <site token>`: opens the protected content of its site to readers.'
        }
      },
      schemas: { Refusal: schemaOf(errorBody, 'output') }
    }
  }
}

function operationObject(operation: Operation): Json {
  const { id, group, summary, description, caller, query = [], headers = [], body, answers } = operation
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description === undefined ? {} : { description }),
    ...securityOf(caller),
    parameters: [
      ...query.map((one) => ({ ...one, in: 'query', schema: { type: 'string' } })),
      ...headers.map((one) => ({ ...one, in: 'header', schema: { type: 'string' } }))
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, answerObject(answer)])
      ),
      ...unauthenticated(operation),
      ...refusalObjects(operation)
    }
  }
}

function securityOf(caller: Operation['caller']): Json {
  if (caller === 'owner') return { security: [{ owner: [] }] }
  if (caller === 'publisher') return { security: [{ token: [] }, { admin: [] }] }
  if (caller === 'anybody') return { security: [{}] }
  return caller === 'reader' ? { security: [{}, { site: [] }] } : {}
}

function unauthenticated({ caller, method }: Operation): Json {
  if (method === 'OPTIONS' || caller === 'anybody') return {}
  if (caller !== 'reader')
    return {
      401: { description: 'No token, or none that is valid. The body is empty.', headers: errorHeaders }
    }
  return {
    401: {
      description: 'The content is protected and needs a token of its site.',
      headers: errorHeaders,
      content: refusal
    }
  }
}

const errorHeaders = headersObject([errorText])
const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } as const

/** One answer a status: several reasons may share it, and an answer of another form. */
function refusalObjects({ refusals, method, answers }: Operation): Json {
  const byStatus = new Map<number, Reason[]>()
  for (const reason of refusals) {
    const status = statusOfReason[reason]
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, reasons]) => [
      status,
      {
        description: [
          `Refused: ${reasons.map((reason) => `\`${reason}\``).join(', ')}.`,
          answers[status]?.description ?? ''
        ]
          .join(' ')
          .trim(),
        headers: errorHeaders,
        ...(method === 'HEAD' ? {} : { content: { ...contentOf(answers[status]), ...refusal } })
      }
    ])
  )
}

const binary = { type: 'string', format: 'binary' }

function requestBody(body: RequestBody): Json {
  if (body.kind === 'json') {
    return {
      required: body.required,
      content: { 'application/json': { schema: schemaOf(body.schema, 'input') } }
    }
  }
  if (body.kind === 'bytes')
    return { required: body.required, content: { 'application/octet-stream': { schema: binary } } }
  const fields = {
    type: 'object',
    properties: Object.fromEntries(
      body.fields.map(({ name, description }) => [name, { type: 'string', description }])
    ),
    required: body.fields.filter(({ required }) => required).map(({ name }) => name)
  }
  return {
    // a folder is made without
    required: body.raw !== true,
    content: {
      ...(body.fields.length > 0 ? { 'multipart/form-data': { schema: fields } } : {}),
      ...(body.raw ? { '*/*': { schema: { description: 'The content itself.' } } } : {})
    }
  }
}

function answerObject({ description, body, headers = [] }: Answer): Json {
  return {
    description,
    ...(headers.length === 0 ? {} : { headers: headersObject(headers) }),
    ...(body === null ? {} : { content: contentObject(body) })
  }
}

const contentOf = (answer: Answer | undefined): Json =>
  answer === undefined || answer.body === null ? {} : contentObject(answer.body)

function contentObject(body: Exclude<Answer['body'], null>): Json {
  if (body === 'content') return { '*/*': {} }
  if (body === 'config') return { 'application/json': { schema: { type: 'object' } } }
  if (body === 'data') return { 'application/json': {}, 'text/html': { schema: { type: 'string' } } }
  if (body === 'frames') return { 'application/octet-stream': { schema: binary } }
  if (body === 'events') return { 'text/event-stream': { schema: { type: 'string' } } }
  if (body === 'html') return { 'text/html': { schema: { type: 'string' } } }
  return { 'application/json': { schema: schemaOf(body, 'output') } }
}

function headersObject(headers: readonly Parameter[]): Json {
  return Object.fromEntries(
    headers.map(({ name, description }) => [name, { description, schema: { type: 'string' } }])
  )
}

const pathParametersOf = (address: string) =>
  [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name] ?? '',
    schema: { type: 'string' }
  }))

function schemaOf(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io })
  return rest
}

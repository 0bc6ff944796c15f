import { headers as names } from '../../common/api/routes'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { requireNoBody, withSourceBody } from '../http/bodies'
import { requireConditions } from '../http/conditions'
import type { Methods, RouteContext, ServiceContext } from '../http/context'
import { fileHeaders, validatorsOf } from '../http/file-answers'
import {
  extensionOf,
  hasExtension,
  pathAfterPrefix,
  requireBelowRoot,
  requireFilePath
} from '../http/request-path'
import { personOf, sessionOf } from '../http/session'
import { writeAnswer } from './write-answer'
import { readSource } from './source-read'

/** `/source/…` (S1, S3, S5). */
export function sourceRoutes(context: ServiceContext): Methods {
  return {
    GET: readSource,
    HEAD: readSource,
    POST: (c) => write(context, c),
    PUT: (c) => write(context, c),
    DELETE: (c) => remove(context, c)
  }
}

function write(context: ServiceContext, c: RouteContext): Promise<Response> {
  const path = pathAfterPrefix(c.env.url)
  const isForm = /^multipart\//i.test(c.req.header('Content-Type') ?? '')
  return hasExtension(path) || isForm ? writeFile(context, c) : createFolder(c, path)
}

async function writeFile({ options }: ServiceContext, c: RouteContext): Promise<Response> {
  const { headers, method } = c.req.raw
  const { access, caller, content, url } = c.env
  const path = requireFilePath(pathAfterPrefix(url))
  await access.require('write', path)
  const session = sessionOf(headers)
  const { created, entry } = await withSourceBody(c.req.raw, extensionOf(path), (body) =>
    content.write(path, body.content, {
      by: personOf(caller),
      condition: (current) => requireConditions(method, headers, validatorsOf(current)),
      ...session,
      fileId: body.guid
    })
  )
  return Response.json(writeAnswer(c.req.url, options.origin, entry.path), {
    status: created ? 201 : 200,
    headers: { ...fileHeaders(entry), 'Cache-Control': 'no-store' }
  })
}

/** PUT or POST on a path without extension and without body (S1); `/{org}` and `/{org}/{repo}` make an organization and a site. */
async function createFolder(c: RouteContext, path: ContentPath): Promise<Response> {
  const { headers, method } = c.req.raw
  requireBelowRoot(path)
  await c.env.access.require('write', path)
  await requireNoBody(
    c.req.raw,
    'A file name needs an extension, for example “.html”; a folder is made without a body.'
  )
  requireConditions(method, headers, null)
  const created = await c.env.content.createFolder(path, { by: personOf(c.env.caller) })
  if (!created && headers.has('If-None-Match')) {
    throw new GalleyError('precondition-failed', 'The folder is there already.', { where: path })
  }
  return Response.json({ path }, { status: created ? 201 : 200, headers: { 'Cache-Control': 'no-store' } })
}

/** Into the trash (S5). */
async function remove({ operations }: ServiceContext, c: RouteContext): Promise<Response> {
  const { headers, method } = c.req.raw
  const path = requireBelowRoot(pathAfterPrefix(c.env.url))
  try {
    const item = await operations.run(c.req.raw, c.env.caller, path, (running) =>
      c.env.content.remove(path, {
        by: personOf(c.env.caller),
        condition: (current) => requireConditions(method, headers, validatorsOf(current)),
        ...running
      })
    )
    return new Response(null, { status: 204, headers: { [names.trash]: item.id } })
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'not-found') requireConditions(method, headers, null)
    throw error
  }
}

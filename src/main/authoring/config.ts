import { GalleyError } from '../../common/errors'
import { parsingConfig } from '../../common/formats/sheet/config-format'
import { inTurns } from '../../common/steps'
import { configsFor } from '../permissions/configs'
import { doneAnswer } from '../http/answers'
import { collect } from '../http/chunks'
import { judge, requireConditions } from '../http/conditions'
import type { Known } from '../http/asked'
import type { Store } from '../store/types'
import { fileHeaders, validatorsOf } from '../http/file-answers'
import { openUpload } from '../http/multipart'
import { configPath } from '../http/request-path'
import { MOST_CONFIG_BYTES } from '../configs/stored-config'
import { sendable } from '../http/sendable'
import { personOf } from '../callers/people'
import { takingTurns } from '../system/turns'

/** The config of exactly this path (C1); nothing is inherited. */
export async function readConfig(store: Store, asked: Known): Promise<Response> {
  const path = configPath(asked.url)
  const found = await configsFor(store, asked.access).read(path)
  const { headers, method } = asked.request
  const current = validatorsOf(found?.entry ?? null)
  const verdict = judge(method, headers, current)
  if (verdict === 'failed') requireConditions(method, headers, current)
  if (!found) throw new GalleyError('not-found', 'There is no config here.', { where: path })
  if (verdict === 'not-modified')
    return new Response(null, { status: 304, headers: fileHeaders(found.entry) })
  return new Response(sendable(found.bytes), { headers: { ...fileHeaders(found.entry), ...jsonHeaders } })
}

/** Creates or replaces; what is stored is exactly the text that came (V6). */
export async function writeConfig(store: Store, asked: Known): Promise<Response> {
  const { access, caller, url } = asked
  const path = configPath(url)
  await access.requireConfig('write', path)
  const bytes = await configField(asked.request)
  await inTurns(parsingConfig(textOf(bytes)), takingTurns())
  const { headers, method } = asked.request
  const { entry } = await configsFor(store, access).write(path, bytes, {
    by: personOf(caller),
    condition: (current) => requireConditions(method, headers, validatorsOf(current))
  })
  return new Response(sendable(bytes), {
    status: 201,
    headers: { ...fileHeaders(entry), ...jsonHeaders, 'Cache-Control': 'no-store' }
  })
}

export async function removeConfig(store: Store, asked: Known): Promise<Response> {
  const { access, caller, url } = asked
  const { headers, method } = asked.request
  await configsFor(store, access).remove(configPath(url), {
    by: personOf(caller),
    condition: (current) => requireConditions(method, headers, validatorsOf(current))
  })
  return doneAnswer()
}

const jsonHeaders = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' }

/** The form field `config`. @throws GalleyError bad-request, too-large */
async function configField(request: Request): Promise<Uint8Array> {
  const contentType = request.headers.get('Content-Type')?.trim() ?? ''
  if (!/^multipart\/form-data/i.test(contentType)) {
    await request.body?.cancel()
    throw new GalleyError('bad-request', 'Send the config as multipart/form-data, in the field “config”.', {
      where: 'Content-Type'
    })
  }
  const upload = await openUpload(request.body, contentType, 'config')
  if (!upload) throw new GalleyError('bad-request', 'The form has no field “config”.', { where: 'config' })
  try {
    return await collect(upload.data, MOST_CONFIG_BYTES)
  } finally {
    await upload.discard()
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new GalleyError('bad-config', 'The config is not UTF-8 text.', { where: '', rule: 'C1', cause })
  }
}

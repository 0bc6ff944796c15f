import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import type { Readable } from 'node:stream'
import { GalleyError, type Sentence, sentence } from '../../common/errors'

/** A form whose one field is read as it arrives. */
interface Upload {
  /** The `guid` field, before or behind `data`: it is known when `data` has ended. */
  readonly guid: () => string | undefined
  /**
   * The bytes of `data`; ends only after the whole form proved well-formed, so what was read of a broken one
   * is refused.
   */
  readonly data: AsyncIterable<Uint8Array>
  /** Stops reading; for every upload, when done. */
  discard(): Promise<void>
}

const limits = { parts: 100, fields: 100, fieldSize: 4096, headerPairs: 64, headerSize: 16 * 1024 }

/**
 * Reads a `multipart/form-data` body up to one field, `data` by default, with or without file name, byte for
 * byte. Null when the form ends without one. @throws GalleyError bad-request for a malformed or truncated
 * form
 */
export async function openUpload(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
  field = 'data'
): Promise<Upload | null> {
  const form = parserFor(contentType)
  const reader = (body ?? new Response('').body)?.getReader()
  let guid: string | undefined
  let dataStream: Readable | null = null
  let failure: GalleyError | null = null
  const begun = settlement<Readable | null>()
  const ended = settlement<void>()
  ended.promise.catch(() => {}) // whoever waits for it sees it; nobody may
  begun.promise.catch(() => {})

  const fail = (message: string | Sentence, cause?: unknown) => {
    failure ??=
      cause instanceof GalleyError ? cause : new GalleyError('bad-request', message, { where: 'body', cause })
    dataStream?.destroy(failure)
    begun.reject(failure)
    ended.reject(failure)
  }

  form.on('file', (name, stream, _filename, encoding) => {
    stream.on('error', () => fail(TRUNCATED))
    if (name !== field) return void stream.resume()
    if (dataStream) return fail(sentence`The form has two fields “${{ field }}”. Send one.`)
    if (!/^(7bit|8bit|binary)$/i.test(encoding))
      return fail(sentence`The field “${{ field }}” has a transfer encoding. Send its bytes as they are.`)
    dataStream = stream
    begun.resolve(stream)
  })
  form.on('field', (name, value) => {
    if (name !== 'guid') return
    if (guid !== undefined) return fail('The form has two fields “guid”. Send one.')
    guid = value
  })
  form.on('partsLimit', () => fail('The form has too many parts.'))
  form.on('fieldsLimit', () => fail('The form has too many fields.'))
  form.on('error', (error) => fail(TRUNCATED, error))
  form.on('finish', () => {
    begun.resolve(null)
    ended.resolve()
  })

  void pump(reader, form, () => failure !== null).catch((error: unknown) => fail(TRUNCATED, error))

  const discard = async () => {
    fail('The upload was given up.')
    await reader?.cancel().catch(() => {})
  }
  try {
    const stream = await begun.promise
    if (!stream) return null
    return { guid: () => guid, data: wholeForm(stream, ended.promise), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

const TRUNCATED = 'The form is malformed or broke off before its end. Nothing was stored; send it again.'

async function* wholeForm(stream: Readable, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array))
        throw new GalleyError('internal', 'The form’s parser gave no bytes.')
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof GalleyError) throw cause
    throw new GalleyError('bad-request', TRUNCATED, { where: 'body', cause })
  }
  await ended
}

function parserFor(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name !== 'guid',
      limits
    })
  } catch (cause) {
    throw new GalleyError('bad-request', 'The Content-Type names no boundary of the form.', {
      where: 'Content-Type',
      cause
    })
  }
}

/** Feeds the body to the parser no faster than its `data` is read. */
async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  form: BusboyInstance,
  stopped: () => boolean
): Promise<void> {
  while (!stopped()) {
    const part = await reader?.read()
    if (!part || part.done) {
      form.end()
      return
    }
    const { value } = part
    await new Promise<void>((resolve, reject) => {
      form.write(value, (error) => (error ? reject(error) : resolve()))
    })
  }
}

function settlement<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

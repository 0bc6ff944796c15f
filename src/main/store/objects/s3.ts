import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand
} from '@aws-sdk/client-s3'
import { GalleyError, sentence } from '../../../common/errors'
import { MOST_PARTS, type ObjectAddress, type ObjectStorage } from './storage'

const TRIES = 3
const CONNECT_MS = 2_000
/** A connection on which nothing happens for so long is given up. */
const SILENT_MS = 15_000

/** An object storage that speaks S3: what every one of them can, and no more. */
export function openS3(address: ObjectAddress): ObjectStorage {
  const { endpoint, bucket: Bucket, region, isPathStyle, accessKey, secretKey } = address
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // several storages refuse, or misread, the sums of the newer kind
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS }
  })
  const at = (Key: string) => ({ Bucket, Key })

  async function size(name: string): Promise<number | null> {
    const found = await orNull(client.send(new HeadObjectCommand(at(name))))
    return found?.ContentLength ?? null
  }

  return {
    size,
    async put(name, bytes) {
      await told(client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentMD5: sumOf(bytes) })))
    },
    async begin(name) {
      const { UploadId } = await told(client.send(new CreateMultipartUploadCommand(at(name))))
      if (UploadId === undefined) throw away()
      const parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = []
      let bytes = 0
      return {
        id: UploadId,
        async put(part) {
          const PartNumber = parts.length + 1
          if (PartNumber > MOST_PARTS) throw new GalleyError('too-large', 'This file is too large.')
          const { ETag } = await told(
            client.send(
              new UploadPartCommand({
                ...at(name),
                UploadId,
                PartNumber,
                Body: part,
                ContentMD5: sumOf(part)
              })
            )
          )
          parts.push({ PartNumber, ETag })
          bytes += part.length
        },
        async finish() {
          try {
            await told(
              client.send(
                new CompleteMultipartUploadCommand({
                  ...at(name),
                  UploadId,
                  MultipartUpload: { Parts: parts }
                })
              )
            )
          } catch (error) {
            // asked once more after an answer that was lost, it says that there is no such upload any more
            if ((await size(name)) !== bytes) throw error
          }
        }
      }
    },
    async read(name, start, end) {
      const found = await orNull(
        client.send(new GetObjectCommand({ ...at(name), Range: `bytes=${start}-${end}` }))
      )
      if (!found) return null
      if (!(found.ContentRange ?? '').startsWith(`bytes ${start}-`) || !isReadable(found.Body)) throw away()
      return found.Body
    },
    async remove(name, upload) {
      if (upload !== undefined)
        await orNull(client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: upload })))
      await orNull(client.send(new DeleteObjectCommand(at(name))))
    },
    async reach(name) {
      const signal = AbortSignal.timeout(REACH_MS)
      const words = Buffer.from('Galley was here.')
      await told(
        client.send(new PutObjectCommand({ ...at(name), Body: words, ContentMD5: sumOf(words) }), {
          abortSignal: signal
        })
      )
    },
    close: () => client.destroy()
  }
}

const REACH_MS = 5_000

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

const isReadable = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Null for what is not there. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof S3ServiceException && absent.has(error.name)) return null
    throw translated(error)
  }
}

const absent: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw translated(error)
  }
}

const away = (cause?: unknown) =>
  new GalleyError('busy', 'The object storage does not answer just now. Try again in a moment.', { cause })

/** What it refuses is for whoever runs the node to mend; what was asked is right, and can be asked again then. */
function translated(error: unknown): GalleyError {
  if (error instanceof GalleyError) return error
  if (!(error instanceof S3ServiceException)) return away(error)
  const { name, $metadata } = error
  const status = $metadata.httpStatusCode ?? 0
  if (status < 400 || status >= 500 || status === 429) return away(error)
  return new GalleyError(
    'busy',
    sentence`The object storage refuses what this node asks (${{ code: name }}). Whoever runs it looks at its bucket and its key.`,
    { cause: error }
  )
}

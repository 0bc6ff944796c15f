/**
 * A request body with its Content-Type. Always an ArrayBuffer: every transport carries that, not every one a
 * FormData.
 */
export interface Payload {
  readonly type: string
  readonly body: ArrayBuffer
}

/** A content as it is. */
export const rawBody = (content: Uint8Array | string, type = 'application/octet-stream'): Payload => ({
  type,
  body: exactBuffer(typeof content === 'string' ? new TextEncoder().encode(content) : content)
})

/** The bytes in a buffer that holds nothing else. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const buffer = new ArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

/** A form of text fields as `multipart/form-data`. */
export function formOf(fields: Readonly<Record<string, string>>): Payload {
  const boundary = `galley-${crypto.randomUUID()}`
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  const text = `${parts.join('')}--${boundary}--\r\n`
  return rawBody(text, `multipart/form-data; boundary=${boundary}`)
}

/** An empty file (S1): some transports drop a raw body of no bytes, so it goes as an empty `data` field. */
export function emptyFileForm(): Payload {
  return formOf({ data: '' })
}

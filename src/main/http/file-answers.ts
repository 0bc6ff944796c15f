import { contentPolicy } from '../../common/api/security'
import { meansOf } from '../../common/person'
import { toHeaderText } from '../../common/api/header-text'
import { fieldHeaders, headers as names } from '../../common/api/headers'
import { contentTypeOf, mediaTypeOf } from '../../common/formats/files'
import type { FileEntry } from '../store/types'
import type { Validators } from './conditions'
import { httpDateOf } from './conditions'
import { etagOf } from './entity-tags'

export function validatorsOf(entry: FileEntry | null): Validators | null {
  return entry && { etag: etagOf(entry.hash), lastModified: entry.lastModified }
}

/** The headers of every answer about a file (S3). */
export function fileHeaders(entry: FileEntry): Record<string, string> {
  const { email, name, via } = entry.modifiedBy
  return {
    ETag: etagOf(entry.hash),
    'Last-Modified': httpDateOf(entry.lastModified),
    [names.fileId]: entry.id,
    [fieldHeaders.fileId]: entry.id,
    [names.modifiedBy]: toHeaderText(email),
    ...(name !== undefined && { [names.modifiedByName]: toHeaderText(name) }),
    ...(via && { [names.modifiedWith]: toHeaderText(meansOf(via)) }),
    'Cache-Control': 'private, no-cache'
  }
}

/**
 * The headers of content: its type, and that it can run nothing in our origin even when it is opened by
 * itself.
 */
export function contentHeaders(ext: string): Record<string, string> {
  return {
    'Content-Type': contentTypeOf(ext),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // a sandbox would keep the browser's PDF viewer from opening; a PDF cannot run script in our origin
    ...(mediaTypeOf(ext) === 'application/pdf' ? {} : { 'Content-Security-Policy': contentPolicy })
  }
}

/** `Content-Disposition` of a file to keep: its name as ASCII for old programs, and whole (RFC 6266). */
export function attachmentNamed(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._ -]+/g, '_').slice(0, 200)
  const whole = toHeaderText(name).replace(/[^A-Za-z0-9%._!~*-]/g, (sign) => `%${hex(sign)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

import type { FileTypes } from '../files'

/** What is shown or played, and never taken apart. */
export const mediaFiles: FileTypes = {
  svg: { type: 'image/svg+xml', kind: 'image' },
  png: { type: 'image/png', kind: 'image' },
  jpg: { type: 'image/jpeg', kind: 'image' },
  jpeg: { type: 'image/jpeg', kind: 'image' },
  gif: { type: 'image/gif', kind: 'image' },
  webp: { type: 'image/webp', kind: 'image' },
  avif: { type: 'image/avif', kind: 'image' },
  ico: { type: 'image/vnd.microsoft.icon', kind: 'image' },
  pdf: { type: 'application/pdf', kind: 'pdf' },
  mp4: { type: 'video/mp4', kind: 'video' },
  webm: { type: 'video/webm', kind: 'video' },
  mov: { type: 'video/quicktime', kind: 'video' },
  ogv: { type: 'video/ogg', kind: 'video' },
  mp3: { type: 'audio/mpeg', kind: 'audio' },
  m4a: { type: 'audio/mp4', kind: 'audio' },
  aac: { type: 'audio/aac', kind: 'audio' },
  ogg: { type: 'audio/ogg', kind: 'audio' },
  opus: { type: 'audio/ogg', kind: 'audio' },
  wav: { type: 'audio/wav', kind: 'audio' },
  flac: { type: 'audio/flac', kind: 'audio' }
}

import { openS3 } from '../../src/main/store/objects/s3'
import type { Objects } from '../../src/main/store/postgres/contents'
import { BUCKET } from './object-server'

/** An object storage as a node has it. @param inlineBytes contents of more lie there */
export const objectsAt = (endpoint: string, inlineBytes: number, bucket = BUCKET): Objects => ({
  inlineBytes,
  storage: openS3({
    endpoint,
    bucket,
    region: 'us-east-1',
    isPathStyle: true,
    accessKey: 'known',
    secretKey: 'secret',
    inlineBytes
  })
})

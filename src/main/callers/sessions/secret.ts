import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 letters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Lower-case hex SHA-256: all that is kept of a secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether a text can be one of ours at all. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

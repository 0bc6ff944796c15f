import { webcrypto } from 'node:crypto'
import { startDesktop } from './desktop/start'

// Node 18 has no global Web Crypto.
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })

startDesktop()

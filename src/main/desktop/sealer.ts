import { safeStorage } from 'electron'
import type { Sealer } from '../secrets'

/**
 * Chromium’s encryption with a key of this person's system (Y11). On Linux it does without a keyring, by a
 * key that everybody knows: that does not count.
 */
export const systemSealer: Sealer = {
  needsKeychain: process.platform !== 'win32',
  isSafe() {
    if (!safeStorage.isEncryptionAvailable()) return false
    if (process.platform !== 'linux') return true
    // absent in older versions
    const backend: unknown = Reflect.get(safeStorage, 'getSelectedStorageBackend')
    if (typeof backend === 'function' && Reflect.apply(backend, safeStorage, []) === 'basic_text')
      return false
    return safeStorage.encryptString('x').subarray(0, 3).toString('latin1') === 'v11'
  },
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed))
}

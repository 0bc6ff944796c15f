import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builderFolder, ensureBuilder } from '../../../scripts/package/builder.mjs'
import { LINK_SCHEME } from '../../../src/common/links/link'
import { root } from '../made'

// What macOS and Windows are told can be read here; what they make of it cannot.
const fromBuilder = createRequire(join(builderFolder, 'package.json'))
const validator = z.object({
  validateConfiguration: z.custom<(config: unknown, log: unknown) => Promise<void>>(
    (value) => typeof value === 'function'
  )
})
const lists = z.object({
  parse: z.custom<(text: string) => unknown>((value) => typeof value === 'function')
})
const configuration = z.looseObject({
  protocols: z.array(z.object({ schemes: z.array(z.string()) }).loose()),
  fileAssociations: z.array(z.object({ ext: z.string() }).loose()),
  mac: z.looseObject({ entitlements: z.string(), entitlementsInherit: z.string() }),
  nsis: z.looseObject({ oneClick: z.boolean() })
})

describe('what the packages of macOS and Windows are made from', () => {
  let config: z.infer<typeof configuration>
  let validate: (config: unknown) => Promise<void>
  beforeAll(async () => {
    await ensureBuilder()
    const imported: unknown = await import(join(root, 'electron-builder.config.mjs'))
    config = configuration.parse(z.object({ default: z.unknown() }).parse(imported).default)
    const { validateConfiguration } = validator.parse(fromBuilder('app-builder-lib/out/util/config/config'))
    validate = (one) => validateConfiguration(one, { isEnabled: false, add: () => undefined })
  }, 300_000)

  it('PK1 electron-builder takes the configuration, and refuses one that is misspelled', async () => {
    await validate(config)
    const { oneClick, ...nsis } = config.nsis
    await expect(validate({ ...config, nsis: { ...nsis, oneclick: oneClick } })).rejects.toThrow(
      /configuration\.nsis should be/
    )
  })

  it('PK1 what the hardened runtime allows is the compiler of scripts alone', () => {
    const { parse } = lists.parse(fromBuilder('plist'))
    for (const file of [config.mac.entitlements, config.mac.entitlementsInherit])
      expect(parse(readFileSync(join(root, file), 'utf8'))).toEqual({
        'com.apple.security.cs.allow-jit': true
      })
  })

  it('LI1 the scheme and the file that systems are told of are those that the app reads', () => {
    expect(config.protocols.flatMap(({ schemes }) => schemes.map((scheme) => `${scheme}:`))).toEqual([
      LINK_SCHEME
    ])
    expect(config.fileAssociations.map(({ ext }) => ext)).toEqual(['galley'])
  })
})

#!/usr/bin/env node
// For who releases: makes keys, and signs the manifest of a channel. The private key is read from a file, never an argument.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

const help = `usage: node scripts/release/sign-manifest.mjs --new-key <file>
       node scripts/release/sign-manifest.mjs --key <file> --key-id <id> --channel <name> --version <version>
            --sequence <number> --days <number> [--notes <file>] [--also <signed manifest>] --out <file>
            <platform>=<file> …

Makes a key (the public half goes into resources/updates.json), or signs a manifest over the files of a release: each with its
size and sha256, and named by its place beside the manifest. --also keeps the signatures of a manifest over the same bytes, while
a key is being replaced. Sequences count up; --days says how long clients believe it.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    [
      'new-key',
      'key',
      'key-id',
      'channel',
      'version',
      'sequence',
      'days',
      'notes',
      'also',
      'out',
      'issued'
    ].map((name) => [name, { type: 'string' }])
  )
})

function need(name) {
  const value = values[name]
  if (value === undefined || value === '') fail(`--${name} is missing`)
  return value
}

function fail(message) {
  process.stderr.write(`sign-manifest: ${message}\n\n${help}\n`)
  process.exit(2)
}

async function hashOf(file) {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}

if (values['new-key'] !== undefined) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await writeFile(values['new-key'], privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    flag: 'wx',
    mode: 0o600
  })
  await chmod(values['new-key'], 0o600)
  process.stdout.write(`${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}\n`)
} else {
  const key = createPrivateKey(await readFile(need('key')))
  if (key.asymmetricKeyType !== 'ed25519') fail('the key is no Ed25519 key')
  const [sequence, days] = [Number(need('sequence')), Number(need('days'))]
  if (!Number.isSafeInteger(sequence) || sequence < 0 || !(days > 0))
    fail('--sequence and --days are numbers')
  if (positionals.length === 0) fail('name the files of the release')
  const files = []
  for (const one of positionals) {
    const [, platform, file] = /^([a-z0-9-]+)=(.+)$/.exec(one) ?? fail(`“${one}” is not <platform>=<file>`)
    files.push({
      platform,
      url: encodeURIComponent(basename(file)),
      size: (await stat(file)).size,
      sha256: await hashOf(file)
    })
  }
  const issued = values.issued === undefined ? new Date() : new Date(values.issued)
  const bytes = values.also
    ? Buffer.from(JSON.parse(await readFile(values.also, 'utf8')).payload, 'base64')
    : Buffer.from(
        JSON.stringify({
          channel: need('channel'),
          version: need('version'),
          sequence,
          issued: issued.toISOString(),
          expires: new Date(issued.getTime() + days * 86_400_000).toISOString(),
          files,
          notes: values.notes === undefined ? '' : await readFile(values.notes, 'utf8')
        })
      )
  const before = values.also ? JSON.parse(await readFile(values.also, 'utf8')).signatures : []
  const signatures = [...before, { key: need('key-id'), sig: sign(null, bytes, key).toString('base64') }]
  await writeFile(need('out'), `${JSON.stringify({ payload: bytes.toString('base64'), signatures })}\n`)
  const told = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  process.stdout.write(`signed by ${told}\n`)
}

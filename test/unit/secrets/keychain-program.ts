import { openSecrets } from '../../../src/main/secrets'

/** Keeps, reads or forgets a secret in the keychain of the system, and prints what came of it. */
const [task = '', secret = ''] = process.argv.slice(2)
const secrets = openSecrets('workspace-1')

async function run(): Promise<string | null> {
  if (task === 'keep') return secrets.keep('admin https://remote.example', secret)
  if (task === 'forget') await secrets.forget('admin https://remote.example')
  return secrets.read('admin https://remote.example')
}

run().then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    process.stderr.write(String(error))
    process.exitCode = 1
  }
)

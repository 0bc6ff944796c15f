import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { bundleProgram } from '../../../support/bundle'

const certificates = join(__dirname, '../../../support/certificates')
const pem = (name: string) => readFileSync(join(certificates, name), 'utf8')

it.skipIf(process.platform !== 'linux')(
  'Y21 whom the system believes is believed: a server whose certificate an organization has signed answers, others do not',
  async () => {
    const program = await bundleProgram('test/unit/sync/sign-in/trusting-program.ts')
    const servers = ['good', 'self', 'elsewhere'].map((name) =>
      createServer(
        { key: pem('server.key'), cert: pem(`${name}.crt`) },
        (_, response) => void response.end('[]')
      )
    )
    try {
      const addresses = await Promise.all(
        servers.map(
          (server) =>
            new Promise<string>((resolve) =>
              server.listen(0, 'localhost', () => {
                const address = server.address()
                resolve(`https://localhost:${typeof address === 'object' && address ? address.port : 0}`)
              })
            )
        )
      )
      const { NODE_EXTRA_CA_CERTS: _none, ...env } = process.env
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...addresses], {
        env: { ...env, SSL_CERT_FILE: join(certificates, 'root.crt') }
      })
      expect(JSON.parse(stdout)).toEqual({
        before: [false, false, false],
        count: 1,
        after: [true, false, false]
      })
    } finally {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    }
  }
)

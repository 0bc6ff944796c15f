import { commandTrust, openWorkspace } from '../../src/main/trust'

/** Trusts a workspace for the commands of this test, as its person would. */
export async function trustHere(folder: string): Promise<void> {
  const notify = (line: string) => {
    throw new Error(line)
  }
  const trust = commandTrust(notify)
  const { store, identity } = await openWorkspace(folder, { trust, notify, watch: false })
  await trust.add(identity)
  await store.close()
}

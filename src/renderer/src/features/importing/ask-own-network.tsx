import { modals } from '@mantine/modals'

/**
 * An address is in this computer or its network: a page from elsewhere may have given it. Resolves to whether
 * it is meant.
 */
export function askOwnNetwork(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: `Import from ${host}?`,
      children: (
        <p>
          This address is in this computer or in your own network, not on the public internet. Galley asks it
          only if you say so. Say no if you do not know it.
        </p>
      ),
      labels: { confirm: 'Import from there', cancel: 'Do not ask it' },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false)
    })
  })
}

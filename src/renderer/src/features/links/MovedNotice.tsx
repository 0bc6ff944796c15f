import { Button, CloseButton } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { WindowNotice } from '../../components/WindowNotice'
import { countedLinks } from '../../documents/links/words'
import { registerCommands, runCommand } from '../../workbench/commands/commands'
import { mendOffer, movedSentence, useMovedOffer } from './moved-offer'

/** Offers to bring along the links to what another program moved; nothing is done unasked (LK12). */
export function MovedNotice() {
  const [offer, close] = useMovedOffer()
  const [isBusy, setBusy] = useState(false)
  useEffect(
    () =>
      registerCommands([
        {
          id: 'links.mend-moved',
          title: 'Mend the links to what another program moved',
          group: 'File',
          enabled: () => offer !== null,
          run: () => (offer ? mendOffer(offer) : undefined)
        }
      ]),
    [offer]
  )
  if (!offer) return null
  const { moves, links } = offer
  const mend = async () => {
    setBusy(true)
    await mendOffer(offer)
    setBusy(false)
  }
  return (
    <WindowNotice
      label="Moved by another program"
      icon={IconUnlink}
      role="status"
      text={`${movedSentence(moves)} ${countedLinks(links)} ${links === 1 ? 'leads' : 'lead'} elsewhere since.`}
    >
      <Button size="compact-sm" variant="default" onClick={() => void runCommand('problems.site')}>
        Show
      </Button>
      <Button size="compact-sm" loading={isBusy} onClick={() => void mend()}>
        Mend {countedLinks(links)}
      </Button>
      <CloseButton size="sm" aria-label="Close this notice" onClick={close} />
    </WindowNotice>
  )
}

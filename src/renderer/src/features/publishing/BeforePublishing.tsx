import { Radio, Stack } from '@mantine/core'
import {
  beforePublishingChoices,
  changeBeforePublishing,
  useBeforePublishing,
  type BeforePublishing
} from './before-publishing'

/** What is asked before something goes live; a part of the settings. */
export function BeforePublishingChoice() {
  const chosen = useBeforePublishing()
  return (
    <Radio.Group
      aria-label="Before publishing"
      value={chosen}
      onChange={(value) => {
        const choice = beforePublishingChoices.find((known) => known === value)
        if (choice) changeBeforePublishing(choice)
      }}
    >
      <Stack gap={8}>
        {beforePublishingChoices.map((choice) => (
          <Radio key={choice} value={choice} label={labels[choice]} description={descriptions[choice]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const labels: Readonly<Record<BeforePublishing, string>> = {
  ask: 'Ask when something is wrong',
  always: 'Always show what will change',
  block: 'Do not publish documents with errors'
}

const descriptions: Readonly<Record<BeforePublishing, string>> = {
  ask: 'When a document has errors, something in it that readers would not see, or links to what is not live.',
  always: 'Also when nothing is wrong.',
  block: 'What readers would not see is asked about. Scripts and the command line publish as before.'
}

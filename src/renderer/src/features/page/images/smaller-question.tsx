import { Button, Group, List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { sizeOf } from '../../../../../common/content/size'
import { largePicture, smallerPicture, type LargePicture } from './smaller'
import { words } from './words'

/**
 * The files as the person wants them: large ones are made smaller if that is chosen.
 * @returns what stands for a file that is another one now; null when nothing of it is wanted
 */
export async function asWanted(files: readonly File[]): Promise<ReadonlyMap<File, File> | null> {
  const looked = await Promise.all(files.map((file) => largePicture(file).catch(() => null)))
  const large = looked.filter((one) => one !== null)
  if (large.length === 0) return new Map()
  const answer = await ask(large)
  if (answer === 'cancel') return null
  if (answer === 'keep') return new Map()
  return new Map(await Promise.all(large.map(async (one) => [one.file, await smallerPicture(one)] as const)))
}

type Answer = 'keep' | 'smaller' | 'cancel'

function ask(large: readonly LargePicture[]): Promise<Answer> {
  return new Promise((resolve) => {
    let chosen: Answer = 'cancel'
    const id = modals.open({
      title: words.largeTitle,
      onClose: () => resolve(chosen),
      children: (
        <SmallerQuestion
          large={large}
          onChoose={(answer) => {
            chosen = answer
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface SmallerQuestionProps {
  readonly large: readonly LargePicture[]
  readonly onChoose: (answer: Answer) => void
}

const SHOWN = 5

export function SmallerQuestion({ large, onChoose }: SmallerQuestionProps) {
  return (
    <Stack gap={12}>
      <Text size="sm">{words.large(large.length)}</Text>
      <List size="sm">
        {large.slice(0, SHOWN).map(({ file, width, height }, index) => (
          <List.Item key={index}>{words.largeLine(file.name, width, height, sizeOf(file.size))}</List.Item>
        ))}
        {large.length > SHOWN && <List.Item>{words.andMore(large.length - SHOWN)}</List.Item>}
      </List>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onChoose('keep')}>
          {large.length === 1 ? words.keepOne : words.keep}
        </Button>
        <Button data-autofocus onClick={() => onChoose('smaller')}>
          {words.makeSmaller}
        </Button>
      </Group>
    </Stack>
  )
}

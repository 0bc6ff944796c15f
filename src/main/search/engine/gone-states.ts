/** What a state is called: its file, and which of its states. */
export const stateName = (file: string, state: string): string => `${file} ${state}`

/** The file of a state. */
export const fileOfState = (name: string): string => name.slice(0, name.indexOf(' '))

/** What a look at histories has told. */
export interface States {
  /** The states of the files that were looked at. */
  readonly kept: readonly string[]
  /** These files. */
  readonly looked: readonly string[]
  /** All files that there are, in the trash too; null: nothing is told of others. */
  readonly known: readonly string[] | null
}

/** Of the states that an index has, those that are none any more. */
export function goneStates(there: readonly string[], { kept, looked, known }: States): string[] {
  const [keeps, looks, knows] = [new Set(kept), new Set(looked), known && new Set(known)]
  return there.filter((name) => {
    const file = fileOfState(name)
    return (looks.has(file) && !keeps.has(name)) || (knows !== null && !knows.has(file))
  })
}

// An e-mail address in a table: where it does not fit on a line, it breaks after its @ and not inside a word.

export function Email({ text }: { text: string }) {
  const at = text.lastIndexOf('@') + 1
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

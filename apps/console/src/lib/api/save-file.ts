/** Lets the browser save the content of an address as a file. */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

export function saveContent(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  saveAs(address, name)
  URL.revokeObjectURL(address)
}

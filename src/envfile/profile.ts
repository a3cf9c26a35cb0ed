/**
 * Which of two authorities is followed: `design` is KEP-3721's text, `kubelet` is what released kubelets (1.35) do,
 * message for message.
 *
 * | | `design` | `kubelet` |
 * |---|---|---|
 * | a name assigned twice | the last value counts | the first value counts |
 * | names | printable ASCII without `=`, at most 128 characters | any bytes without `=` |
 * | `NAME= anything` | an error | an empty value |
 * | size | file 65,536 bytes, value 32,768 bytes | any |
 * | a key is looked up | the whole file must be right | what stands behind the key is not read |
 */
export type Profile = "design" | "kubelet";

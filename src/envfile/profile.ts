/**
 * The rules to follow: `design` is the text of KEP-3721, `kubelet` is the behavior of released kubelets (1.35), including
 * their messages.
 *
 * | | `design` | `kubelet` |
 * |---|---|---|
 * | a name is assigned twice | the last value counts | the first value counts |
 * | names | printable ASCII without `=`, at most 128 characters | any bytes without `=` |
 * | `NAME= anything` | an error | an empty value |
 * | size | file 65,536 bytes, value 32,768 bytes | any |
 * | a key is looked up | the whole file must be valid | text after the key is not read |
 */
export type Profile = "design" | "kubelet";

// Nothing: the target of this file makes the precompiled header that all tests share.

// What is known of a word: the helps beside dictd(8), which reads the same dictionaries.
#pragma once

// Prints how long each takes. NONE is a folder without word lists.
void look_up(char *helps, const char *none);

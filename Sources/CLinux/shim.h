#include <sys/signalfd.h>
#include <sys/prctl.h>
